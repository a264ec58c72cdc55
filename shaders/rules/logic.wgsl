// Logic on cells side by side in words (`Cells` is one word or several, as the kernel needs).

// Set where an odd number of the three is: the sum of a full adder.
fn odd_of(a: Cells, b: Cells, c: Cells) -> Cells {
  return a ^ b ^ c;
}

// Set where at least two of the three are: its carry.
fn majority_of(a: Cells, b: Cells, c: Cells) -> Cells {
  return (a & b) | (c & (a | b));
}
