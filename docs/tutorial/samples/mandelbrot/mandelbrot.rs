// A picture of the Mandelbrot set: the port of mandelbrot.cpp to Rust.

use std::io::{self, Write};
use std::time::Instant;
use std::{fs, thread};

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Picture {
    //@@Param({"256"})
    width: usize,
    height: usize,
    limit: u32,
    threads: usize,
    pixels: Vec<u8>,
    total: u64,
    seconds: f64,
}

impl Picture {
    //@@Setup(Level.Invocation)
    fn prepare(&mut self) {
        self.height = self.width * 3 / 4;
        self.limit = 250;
        self.pixels = vec![0; self.width * self.height];
    }

    //@@Teardown(Level.Invocation)
    fn report(&mut self, blackhole: &Blackhole) {
        blackhole.consume(self.total);
        println!(
            "{} x {}, {} threads: {} steps in {:.6} s = {:.1} million a second",
            self.width, self.height, self.threads, self.total, self.seconds, self.total as f64 / self.seconds * 1e-6
        );
        save_picture("mandelbrot.ppm", &self.pixels, self.width, self.height).unwrap();
    }

    //@@Check
    fn brightness(&self) -> u64 {
        self.pixels.iter().fold(0, |sum, &pixel| (sum * 31 + u64::from(pixel)) % 1000003)
    }
}

// Colours the rows that a thread has got by the number of steps until a point leaves; the sum of all steps.
fn compute_rows(rows: Vec<(usize, &mut [u8])>, width: usize, height: usize, limit: u32) -> u64 {
    let step = 3.0 / width as f64;
    let mut total = 0;
    for (row, pixels) in rows {
        for (column, pixel) in pixels.iter_mut().enumerate() {
            let real = (column as f64 - (width / 2) as f64) * step - 0.75;
            let imaginary = ((height / 2) as f64 - row as f64) * step;
            let (mut x, mut y) = (0.0, 0.0);
            let mut count = 0;
            while count < limit && x * x + y * y <= 4.0 {
                let next = x * x - y * y + real;
                y = 2.0 * x * y + imaginary;
                x = next;
                count += 1;
            }
            *pixel = if count == limit { 0 } else { (255 - count % 256) as u8 };
            total += u64::from(count);
        }
    }
    total
}

fn compute(picture: &mut Picture, threads: usize) -> u64 {
    picture.threads = threads;
    let (width, height, limit) = (picture.width, picture.height, picture.limit);
    let start = Instant::now();
    let mut shares: Vec<Vec<(usize, &mut [u8])>> = (0..threads).map(|_| Vec::new()).collect();
    for (row, pixels) in picture.pixels.chunks_mut(width).enumerate() {
        shares[row % threads].push((row, pixels));
    }
    picture.total = thread::scope(|scope| {
        let mine = shares.swap_remove(0);
        let others: Vec<_> =
            shares.into_iter().map(|rows| scope.spawn(move || compute_rows(rows, width, height, limit))).collect();
        compute_rows(mine, width, height, limit) + others.into_iter().map(|other| other.join().unwrap()).sum::<u64>()
    });
    picture.seconds = start.elapsed().as_secs_f64();
    picture.total
}

fn save_picture(path: &str, pixels: &[u8], width: usize, height: usize) -> io::Result<()> {
    let mut file = io::BufWriter::new(fs::File::create(path)?);
    write!(file, "P6\n{width} {height}\n255\n")?;
    for &pixel in pixels {
        file.write_all(&[pixel; 3])?;
    }
    file.flush()
}

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
fn compute_alone(picture: &mut Picture) -> u64 {
    compute(picture, 1)
}

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
fn compute_together(picture: &mut Picture) -> u64 {
    compute(picture, thread::available_parallelism().unwrap().get())
}
