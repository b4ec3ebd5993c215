    //@@Benchmark
    fn    sum  (  input  :  * const   Input  )    u8    {
        return input.x;
    }

//@@State( Scope.Thread )
const    Input   =   struct
{
    x : u8 = 0 ,
} ;
