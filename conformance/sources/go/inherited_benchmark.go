// Is a benchmark of a base class also one of every class that inherits it, called on that class's object?

package scenarios

// @@State(Scope.Thread)
type Shop struct {
	goods string
}

func NewShop() *Shop { return &Shop{"anything"} }

// @@Setup
func (shop *Shop) open() {
	line("setup %s", shop.goods)
}

// @@Benchmark
func (shop *Shop) sell() {
	line("call sell %s", shop.goods)
}

type Bakery struct {
	Shop
}

func NewBakery() *Bakery { return &Bakery{Shop{"bread"}} }

type Dairy struct {
	Shop
}

func NewDairy() *Dairy { return &Dairy{Shop{"milk"}} }
