module clamh

go 1.22
