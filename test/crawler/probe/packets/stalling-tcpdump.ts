#!/usr/bin/env node
/**
 * Stands in for a tcpdump that has no processor: the kernel has five packets for it, two of which it has written. It
 * answers signals, and writes the others with the answer to the n-th (environment: STALLED_ANSWERS).
 */
const RECEIVED = 5
const WRITTEN_AT_ONCE = 2
const stalled = Number(process.env.STALLED_ANSWERS)

let written = 0
function write(packets: number): void {
  for (let n = 0; n < packets; n++) {
    const record = Buffer.alloc(16 + 60)
    record.writeUInt32LE(60, 8)
    record.writeUInt32LE(60, 12)
    process.stdout.write(record)
  }
  written += packets
}

let answers = 0
process.on('SIGUSR1', () => {
  answers += 1
  // The first question is that of the slice's beginning.
  if (answers === 1) write(WRITTEN_AT_ONCE)
  if (answers === stalled) write(RECEIVED - WRITTEN_AT_ONCE)
  const counts = `${written} packets captured, ${RECEIVED} packets received by filter, 0 packets dropped by kernel`
  process.stderr.write(`tcpdump: ${counts}\n`)
})
process.on('SIGTERM', () => process.exit(0))

const header = Buffer.alloc(24)
header.writeUInt32LE(0xa1b2c3d4, 0)
process.stdout.write(header)
process.stderr.write('tcpdump: listening on towline0\n')
setInterval(() => {}, 60_000)
