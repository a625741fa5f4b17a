package corpus

import (
	"encoding/xml"
	"time"

	"github.com/xmlserde/xmlserde/internal/corpus/shared"
)

// Base is embedded in many.
type Base struct {
	ID    int    `xml:"id,attr,omitempty"`
	Label Label  `xml:"label"`
	Title string `xml:"title"`
}

// Deep is embedded further down.
type Deep struct {
	Level int    `xml:"level"`
	Title string `xml:"title"`
}

// Level is embedded by pointer.
type Level struct {
	Level  int    `xml:"level"`
	Levels []Base `xml:"levels"`
}

// deep is an unexported struct to embed.
type deep struct {
	Base
	Hidden string `xml:"hidden"`
	Level  int    `xml:"level,attr"`
}

// Embeds embeds structs by value.
type Embeds struct {
	Base
	shared.Extra
	Title string `xml:"title"`
}

// EmbedsUnexported embeds an unexported struct.
type EmbedsUnexported struct {
	deep
	Own string `xml:"own"`
}

// EmbedsPointer embeds structs by pointer.
type EmbedsPointer struct {
	Before string `xml:"before"`
	*Base
	*Level
	After string `xml:"after"`
}

// Outer embeds pointers in pointers.
type Outer struct {
	*Mid
	Own string `xml:"own"`
}

// Mid is between.
type Mid struct {
	*Leaf
	Mid int    `xml:"mid,attr,omitempty"`
	Sub string `xml:"sub"`
}

// Leaf is at the bottom.
type Leaf struct {
	Leaf  int      `xml:"leaf,attr,omitempty"`
	Value *string  `xml:"value"`
	Items []string `xml:"items>item"`
}

// EmbedsRoles has the fields without names behind embedded pointers.
type EmbedsRoles struct {
	*TextRole
	*CommentRole
	*AnyRole
	*InnerRole
	A int `xml:"a,attr"`
}

// The roles.
type (
	TextRole struct {
		Text string `xml:",chardata"`
	}
	CommentRole struct {
		Comment string `xml:",comment"`
	}
	AnyRole struct {
		Rest []Element `xml:",any"`
	}
	InnerRole struct {
		Raw []byte `xml:",innerxml"`
	}
	AnyAttrRole struct {
		Attrs []xml.Attr `xml:",any,attr"`
	}
)

// EmbedsAnyAttrs can be read only: writing panics on a nil pointer.
type EmbedsAnyAttrs struct {
	*AnyAttrRole
	*AttrRole
	A int `xml:"a,attr"`
}

// EmbedsAttrs has attributes behind pointers, which reading one attribute
// allocates.
type EmbedsAttrs struct {
	First int `xml:"first,attr"`
	*AttrRole
	Last int `xml:"last,attr"`
	*OtherRole
}

// The attributes.
type (
	AttrRole struct {
		Number int `xml:"number,attr,omitempty"`
	}
	OtherRole struct {
		Other string `xml:"urn:o other,attr,omitempty"`
	}
)

// EmbedsPaths continues the parents of others.
type EmbedsPaths struct {
	A string `xml:"p>a"`
	*PathRole
	B string `xml:"p>b"`
	*QRole
	C *int `xml:"q>r>c"`
	*PRole
	D string `xml:"p>q>d"`
}

// The parts of the paths.
type (
	PathRole struct {
		X *string `xml:"p>x"`
		Y string  `xml:"q>y"`
	}
	QRole struct {
		Z string `xml:"q>r>z"`
	}
	PRole struct {
		W *int `xml:"p>w"`
	}
)

// Conflicts has fields that hide those of embedded structs.
type Conflicts struct {
	deep
	Base
	Title int    `xml:"title"`
	Label string `xml:"label>name"`
}

// EmbedsName takes its name from an embedded struct, whose index means another
// field here.
type EmbedsName struct {
	First xml.Name `xml:"-"`
	TagName
	Name xml.Name `xml:"-"`
}

// EmbedsValueName takes the value of its first field for its name.
type EmbedsValueName struct {
	Own xml.Name `xml:"own"`
	ValueName
}

// EmbedsBasic embeds a type that is no struct.
type EmbedsBasic struct {
	Label
	Count `xml:"count,attr"`
	*Size
	Labels
}

// EmbedsForeign embeds a struct of another package.
type EmbedsForeign struct {
	shared.Base
	Address *shared.Address `xml:"address"`
}

// Unembedded hides an embedded struct.
type Unembedded struct {
	Base `xml:"-"`
	Deep `xml:"deep"`
	When time.Time `xml:"when"`
}

// AliasBase is an alias of an unnamed struct.
type AliasBase = struct {
	Alias string `xml:"alias"`
}

// EmbedsAlias embeds an alias.
type EmbedsAlias struct {
	AliasBase
	*AliasDeep
	Field AliasBase `xml:"field"`
}

// AliasDeep is an alias of a named struct.
type AliasDeep = Deep
