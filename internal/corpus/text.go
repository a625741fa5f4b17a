package corpus

import "time"

// Text is character data beside an attribute.
type Text struct {
	Lang string `xml:"lang,attr"`
	Text string `xml:",chardata"`
}

// MixedText is character data around elements.
type MixedText struct {
	Before string   `xml:"before"`
	Text   string   `xml:",chardata"`
	Bold   []string `xml:"b"`
}

// TwoTexts has a second chardata field, which is written only.
type TwoTexts struct {
	First  Label  `xml:",chardata"`
	Second string `xml:",cdata"`
	Third  int    `xml:",chardata"`
}

// The simple kinds as character data and as CDATA.
type (
	IntText struct {
		V Count `xml:",chardata"`
	}
	BoolText struct {
		V Flag `xml:",chardata"`
	}
	UintText struct {
		V uint16 `xml:",cdata"`
	}
	FloatText struct {
		V float32 `xml:",chardata"`
	}
	BytesText struct {
		V []byte `xml:",chardata"`
	}
	BlobText struct {
		V Blob `xml:",chardata"`
	}
	OctetsText struct {
		V Octets `xml:",cdata"`
	}
	TimeText struct {
		V time.Time `xml:",chardata"`
	}
	TimeCData struct {
		V time.Time `xml:",cdata"`
	}
	StringCData struct {
		V string `xml:",cdata"`
	}
	LabelCData struct {
		V Label `xml:",cdata"`
	}
	BytesCData struct {
		V []byte `xml:",cdata"`
		A string `xml:"a"`
	}
	BoolCData struct {
		V bool `xml:",cdata"`
	}
	StringPtrText struct {
		V *string `xml:",chardata"`
	}
	IntPtrText struct {
		V *int   `xml:",chardata"`
		C string `xml:",comment"`
	}
	IntPtrOnly struct {
		V *int `xml:",chardata"`
	}
	BytesPtrCData struct {
		V *[]byte `xml:",cdata"`
	}
	DeepText struct {
		V **string    `xml:",chardata"`
		T **time.Time `xml:",cdata"`
	}
)

// Comments has comments of all types.
type Comments struct {
	Comment string `xml:",comment"`
	A       string `xml:"a"`
	Second  []byte `xml:",comment"`
	Third   Label  `xml:",comment"`
}

// The other types of a comment.
type (
	BytesComment struct {
		C []byte `xml:",comment"`
	}
	BlobComment struct {
		C Blob   `xml:",comment"`
		T string `xml:",chardata"`
	}
	LabelComment struct {
		C Label `xml:",comment"`
		A int   `xml:"a,attr"`
		E []int `xml:"e"`
	}
)

// Inner keeps the raw content beside the fields.
type Inner struct {
	ID    int      `xml:"id,attr"`
	Raw   string   `xml:",innerxml"`
	Child []string `xml:"child"`
}

// The other types and places of raw content.
type (
	InnerOnly struct {
		Raw string `xml:",innerxml"`
	}
	InnerBytes struct {
		Raw []byte `xml:",innerxml"`
	}
	InnerBlob struct {
		Raw Blob   `xml:",innerxml"`
		In  *Inner `xml:"in"`
	}
	InnerLabel struct {
		Raw Label `xml:",innerxml"`
	}
	InnerPtr struct {
		In  *InnerBytes `xml:"in"`
		Raw *string     `xml:",innerxml"`
		Ins []InnerOnly `xml:"ins"`
	}
	InnerInt struct {
		Raw int         `xml:",innerxml"`
		In  *InnerBytes `xml:"in"`
	}
	InnerStruct struct {
		A   string      `xml:"p>a"`
		Raw []InnerOnly `xml:",innerxml"`
		B   string      `xml:"p>b"`
	}
	InnerText struct {
		Text  string `xml:",chardata"`
		Raw   string `xml:",innerxml"`
		Notes string `xml:",comment"`
	}
)
