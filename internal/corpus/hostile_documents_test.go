package corpus

import "reflect"

// calledHostiles are documents of a size that grows with n for types whose
// methods are called. Some of their methods make text of all that they read,
// so that no more is nested than they can bear.
var calledHostiles = []hostile{
	{"called", reflect.TypeFor[CalledSlices](), func(n int) string { return "<a>" + rep("<upper/><key>a/b</key><by/>", n/4) + "</a>" }},
	{"called with text", reflect.TypeFor[CalledSlices](), func(n int) string { return "<a>" + rep("<list>a,b</list><quad>1.2.3.4</quad><nested/>", n/8) + "</a>" }},
	{"called attributes", reflect.TypeFor[CalledAttrs](), func(n int) string { return "<a " + rep("keys='a/b' versions='1' ", n) + "/>" }},
	{"called below declarations", reflect.TypeFor[CalledSlices](), func(n int) string {
		return "<a " + counted(n, "xmlns:p%d='urn:%[1]d' ") + ">" + rep("<upper/>", n) + "</a>"
	}},
	{"called beside declarations", reflect.TypeFor[CalledBehind](), func(n int) string {
		return "<a>" + counted(n/4, "<p xmlns:p%d='urn:p'><p%[1]d:x/><dict p%[1]d:a='1'/><key>a/b</key></p>") + "</a>"
	}},
	{"called below long declarations", reflect.TypeFor[CalledSlices](), func(n int) string {
		return "<a xmlns:p='" + rep("u", n) + "'>" + rep("<upper/>", n/8) + "</a>"
	}},
	{"called and called again", reflect.TypeFor[Frame](), func(n int) string {
		n = min(n/8, 2000)
		return "<a>" + rep("<inner><key>a/b</key>", n) + rep("</inner>", n) + "</a>"
	}},
	{"called with declarations, called again", reflect.TypeFor[Frame](), func(n int) string {
		n = min(n/8, 2000)
		return "<a>" + counted(n, "<inner xmlns:p%d='u'><key>a/b</key>") + rep("</inner>", n) + "</a>"
	}},
	{"token by token, called", reflect.TypeFor[Loop](), func(n int) string {
		return "<a>" + rep("<line n='1'><key>1</key></line><frame><key/></frame>", n/8) + "</a>"
	}},
	{"called and malformed", reflect.TypeFor[CalledSlices](), func(n int) string {
		return "<a>" + rep("<upper/><key/>", n/4) + "<upper><b></upper>" + rep("<upper/>", n/4) + "</a>"
	}},
	{"called and never ending", reflect.TypeFor[Loop](), func(n int) string { return "<a>" + rep("<line><key>1</key>", n/8) }},
	{"called, and not", reflect.TypeFor[CalledEmbeds](), func(n int) string {
		return "<a>" + rep("<shadowed><h>1</h></shadowed><cancelled><k/></cancelled>", n/8) + "</a>"
	}},
	{"errors passed over", reflect.TypeFor[Recursive](), func(n int) string {
		return "<recursive xmlns='urn:recursive'>" + rep("<swallow><n><int>x</int></n></swallow>", n/8) + "</recursive>"
	}},
	{"settings", reflect.TypeFor[WithSettings](), func(n int) string {
		return "<a><settings lax=''/>" + rep("<b>1<br>2</b><settings>&x;</settings>", n/8) + "</a>"
	}},
	{"settings changed again and again", reflect.TypeFor[WithSettings](), func(n int) string {
		return "<a>" + rep("<settings lax=''/><b>1</b><settings strict=''/><b>2</b>", n/8) + "</a>"
	}},
	{"entities changed again and again", reflect.TypeFor[WithSettings](), func(n int) string {
		return "<a>" + rep("<settings entity='x'/><b>&e;</b><next/>", n/8) + "</a>"
	}},
	{"interfaces", reflect.TypeFor[Interfaces](), func(n int) string {
		return "<a>" + rep("<any><x/></any><shapes><shape/></shapes><anys>1</anys>", n/8) + "</a>"
	}},
	{"any interface", reflect.TypeFor[InterfaceAnys](), func(n int) string {
		return "<anys xmlns='urn:anys'>" + rep("<x>1</x><a/>", n/4) + "</anys>"
	}},
	{"text called", reflect.TypeFor[CalledText](), func(n int) string { return "<a>" + rep("t&amp;<c/>", n/2) + "</a>" }},
	{"kept text", reflect.TypeFor[CalledElements](), func(n int) string {
		return "<a><kept>" + rep("x<b>y</b>", n/2) + "</kept><key>" + rep("<![CDATA[z]]>", n/2) + "</key></a>"
	}},
}

// allHostiles are the documents for types of all sorts.
var allHostiles = append(hostiles[:len(hostiles):len(hostiles)], calledHostiles...)
