package größe.日本;

public class Été {
    @State(Scope.Benchmark)
    public static class Données { @Param({"é", "日本"}) String clé; }

    /* ß */ @Benchmark public int zählen(Données données) { return 1; }
}
