import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { quicLosses } from '../../../../crawler/probe/packets/quic-losses.ts'
import { quicPacket } from './quic-packet.ts'

const GOLDEN = join(import.meta.dirname, '../../../golden/packets')
/**
 * Loads of a page with 133 resources from the lab's server, which serves streams in turns and leaves out five numbers: what
 * the client's capture has of each packet (`up` or `down`, number, and of each stream id, offset and bytes). The link
 * dropped so many packets of the server's, by a capture at its end.
 */
const LOADS = [
  { file: 'quic-lost-1-percent.txt', dropped: 15, leftOut: 5 },
  { file: 'quic-lost-3-percent.txt', dropped: 24, leftOut: 5 },
] as const
const MOST_OFF = 1

for (const { file, dropped, leftOut } of LOADS)
  test(`${file}: as many packets are lost as the link has dropped`, async () => {
    const lines = (await readFile(join(GOLDEN, file), 'utf8')).trimEnd().split('\n')
    const rows = lines.map((line) => {
      const [way, number, ...frames] = line.split(' ')
      return quicPacket(Number(number), frames.map(frameOf), way === 'up')
    })
    const numbers = rows.flatMap(({ up, udp }) => (up ? [] : (udp?.packetNumbers ?? [])))
    const missing = Math.max(...numbers) + 1 - new Set(numbers).size
    const lost = quicLosses(rows)
      .values()
      .reduce((sum, each) => sum + each, 0)
    assert.ok(Math.abs(lost - dropped) <= MOST_OFF, `${lost} of ${dropped}`)
    assert.ok(missing - lost >= leftOut - MOST_OFF, `${missing} are missing`)
  })

function frameOf(text: string) {
  const [id, offset, bytes] = text.split(':')
  return { id: Number(id), offset: Number(offset), bytes: bytes === '' ? null : Number(bytes) }
}
