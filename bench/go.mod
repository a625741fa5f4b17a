module github.com/xmlserde/xmlserde/bench

go 1.26.0

require github.com/xmlserde/xmlserde v0.0.0

replace github.com/xmlserde/xmlserde => ../
