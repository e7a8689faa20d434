// Node's own readers of bytes, which `toString` and `write` come to in the end; called by themselves they take half the time on
// cells of a few bytes.
interface Buffer {
  latin1Slice(start: number, end: number): string
  utf8Slice(start: number, end: number): string
  ucs2Slice(start: number, end: number): string
}
