package corpus

import (
	"math/big"
	"net/netip"
	"net/url"
	"time"

	"github.com/xmlserde/xmlserde/internal/corpus/foreign"
)

// Foreign has types of other packages, with methods and with unexported fields.
type Foreign struct {
	Addr     netip.Addr       `xml:"addr"`
	AddrAttr netip.Addr       `xml:"addr,attr"`
	Prefix   *netip.Prefix    `xml:"prefix"`
	Int      big.Int          `xml:"int"`
	IntP     *big.Int         `xml:"intp"`
	IntAttr  *big.Int         `xml:"int,attr,omitempty"`
	Ints     []*big.Int       `xml:"ints>int"`
	Duration time.Duration    `xml:"duration"`
	Opaque   foreign.Opaque   `xml:"opaque"`
	Opaques  []foreign.Opaque `xml:"opaque,attr"`
	Called   foreign.Called   `xml:"called"`
	CalledP  *foreign.Called  `xml:"p>called"`
}

// ForeignPlain has structs of other packages that have no methods.
type ForeignPlain struct {
	URL      url.URL           `xml:"url"`
	URLs     []*url.URL        `xml:"urls"`
	Private  foreign.Private   `xml:"private"`
	Privates []foreign.Private `xml:"privates"`
}

// ForeignHidden has a struct with fields that no other package can name.
type ForeignHidden struct {
	Hidden foreign.Hidden `xml:"hidden"`
}

// ForeignText is a foreign type as text.
type ForeignText struct {
	A    foreign.Opaque `xml:"a,attr"`
	Text foreign.Opaque `xml:",chardata"`
}

// ForeignEmbeds embeds a foreign struct with a hidden field.
type ForeignEmbeds struct {
	foreign.Private
	Own string `xml:"own"`
}

// ForeignCalled embeds a foreign struct with methods.
type ForeignCalled struct {
	*foreign.Called
	Own string `xml:"own"`
}
