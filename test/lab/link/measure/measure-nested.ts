/** A program for root on a kernel with netem: prints what ping says of ten links of 10 ms. Its argument is the cache folder. */
import { nestedDelays } from './nested-delays.ts'

process.stdout.write(`${JSON.stringify(await nestedDelays(10, 10, 'netem', process.argv[2] ?? ''))}\n`)
