import { readFileSync } from 'node:fs'
import { importFile } from '../../../web/har/imported-file.ts'

/** A process of its own, whose memory is measured: reads one file, and says what came of it. */
const read = await importFile(new Uint8Array(readFileSync(process.argv[2] ?? '')))
console.log(
  JSON.stringify({
    outcome: 'refused' in read ? read.refused : 'read',
    // KiB of the most that was in memory at once (getrusage(2)).
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
)
