package runtime

// Guards is a set of checks that a [Scanner] makes on a document. Leaving one
// out makes the scanner more lenient in that one respect; what it does then is
// said at each guard.
type Guards uint32

const (
	// GuardChars refuses characters outside the Char production (XML 1.0
	// section 2.2) in character data and attribute values. Without it they
	// pass as they stand.
	GuardChars Guards = 1 << iota
	// GuardUTF8 refuses invalid UTF-8 in character data and attribute values.
	// Without it the bytes pass as they stand.
	GuardUTF8
	// GuardNames refuses names that are not a Name of the XML 1.0 fourth
	// edition, or that hold more than one colon. Without it any run of name
	// bytes and non-ASCII bytes is a name.
	GuardNames
	// GuardEndTags refuses an end tag whose name is not that of the start tag.
	// Without it any end tag ends the innermost element.
	GuardEndTags
	// GuardReferences refuses references to undeclared entities and malformed
	// ones. Without it they stay in the text as written.
	GuardReferences
	// GuardCDataEnd refuses "]]>" in character data (XML 1.0 section 2.4).
	GuardCDataEnd
	// GuardComments refuses "--" inside comments (XML 1.0 section 2.5).
	// Without it a comment ends at the first "-->".
	GuardComments
	// GuardDeclaration refuses an XML declaration with a version other than
	// 1.0 or an encoding other than UTF-8. Without it both are ignored and the
	// document is read as UTF-8.
	GuardDeclaration

	// StdGuards are the checks that encoding/xml makes in its strict mode. The
	// drop-in always makes all of them.
	StdGuards = GuardChars | GuardUTF8 | GuardNames | GuardEndTags | GuardReferences |
		GuardCDataEnd | GuardComments | GuardDeclaration
)
