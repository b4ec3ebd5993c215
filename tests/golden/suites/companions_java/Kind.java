package p;

public enum Kind { SMALL, LARGE; }
