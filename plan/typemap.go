package plan

import "go/types"

// A typeMap maps types to values, identical types to one. Instantiations of a
// generic type are identical without being the same pointer.
type typeMap[V any] struct {
	buckets map[string][]typeEntry[V]
}

type typeEntry[V any] struct {
	key   types.Type
	value V
}

// bucket returns where t is or would be, and its place there, -1 if it is not.
func (m *typeMap[V]) bucket(t types.Type) (name string, at int) {
	name = canonical(t)
	for i, e := range m.buckets[name] {
		if types.Identical(e.key, t) {
			return name, i
		}
	}
	return name, -1
}

func (m *typeMap[V]) get(t types.Type) (V, bool) {
	name, at := m.bucket(t)
	if at < 0 {
		var zero V
		return zero, false
	}
	return m.buckets[name][at].value, true
}

func (m *typeMap[V]) set(t types.Type, v V) {
	name, at := m.bucket(t)
	if at >= 0 {
		m.buckets[name][at].value = v
		return
	}
	if m.buckets == nil {
		m.buckets = make(map[string][]typeEntry[V])
	}
	m.buckets[name] = append(m.buckets[name], typeEntry[V]{t, v})
}
