#!/usr/bin/env python3
# -*- coding: utf-8 -*-
#@@Benchmark
def one(): return 1
