package runtime

const (
	// MinVersion is the oldest contract of generated code that this package
	// still serves.
	MinVersion = 1
	// MaxVersion is the contract that this package's generator writes. It
	// grows when generated code starts to need something older packages lack.
	//
	// Contract 2 added methods that are called, interfaces, roots that are no
	// structs, elements with a given start tag, and tables the linker can leave out.
	MaxVersion = 2
)

// EnforceVersion makes the compiler compare the contract of a generated file
// with this package. A file of contract 2 declares
//
//	const (
//		_ = xmlrt.EnforceVersion(2 - xmlrt.MinVersion)
//		_ = xmlrt.EnforceVersion(xmlrt.MaxVersion - 2)
//	)
//
// and the first constant does not fit an unsigned type if the file is too old
// for the package, the second if it is too new.
//
// To move the contract: raise MaxVersion here and contractVersion in package
// generator together. If files of older contracts must not run with this package
// any more, raise MinVersion too. Then write all generated files anew, and say so
// in the changelog.
type EnforceVersion uint
