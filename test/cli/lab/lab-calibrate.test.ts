import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALIBRATED_COLUMNS } from '../../../cli/lab/lab-calibrate.ts'
import { csvLines, textTable } from '../../../cli/output/table.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'

const rows = [
  {
    condition: parseLink('rtt=20ms,down=10,up=5'),
    backend: 'rattan',
    measured: {
      rtt: { minMs: 20, medianMs: 21.256, maxMs: 23, samples: 20 },
      ...{ downMbps: 9.98765, upMbps: null },
      lossDown: { sent: 2_000, lost: 3, bursts: 3, reordered: 0 },
      lossUp: { sent: 1_990, lost: 0, bursts: 0, reordered: 0 },
      ...{ queueDownPackets: null, queueUpPackets: null, ping: null, iperf3: null },
    },
    deviations: ['the rate is off', 'packets were lost'],
  },
]

test('what was measured of a link is a number each in CSV, and nothing where it was not measured', () => {
  assert.deepEqual(
    [...csvLines(rows, CALIBRATED_COLUMNS)],
    [
      'link,backend,rtt_ms,down_mbps,up_mbps,lost_down,sent_down,lost_up,sent_up,deviations',
      '"20 ms RTT, 10/5 Mbit/s, queue of 256 packets","rattan",21.26,9.988,,3,2000,0,1990,"the rate is off; packets were lost"',
    ],
  )
})

test('as a table it fits into a terminal of 80 columns', () => {
  const lines = textTable(rows, CALIBRATED_COLUMNS, 80).split('\n')
  assert.ok(
    lines.every((line) => line.length <= 80),
    lines.join('\n'),
  )
})
