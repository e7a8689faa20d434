// npm run bench: ratios against bare peers, as a table.
import { become, install } from './launch.mjs'

install()
become('bench/run.ts', process.argv.slice(2))
