import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseClient } from '../../../cli/lab/cablelabs.ts'
import { tablesCsv } from '../../../cli/lab/tables-csv.ts'
import { tablesLines } from '../../../cli/lab/tables-text.ts'
import { type CablelabsCondition, cablelabsTables } from '../../../stats/lab/cablelabs-tables.ts'
import { csvObjects } from '../probe/csv.ts'

const condition = (rttMs: number, spdyIw3Ms: number | null): CablelabsCondition => ({
  page: 'A',
  servers: 1,
  downMbps: 10,
  upMbps: 1,
  rttMs,
  lossPercent: 0,
  httpsIw3Ms: 1_000,
  spdyIw3Ms,
  httpsIw10Ms: null,
  spdyIw10Ms: null,
})
const CLIENT = {
  client: 'lab',
  conditions: [condition(20, 500), condition(100, 2_000), condition(200, null)],
}
const TABLES = cablelabsTables(CLIENT.conditions) ?? assert.fail()

test('a cell shows its largest, mean and smallest gain with n; extremes name their condition', () => {
  const text = tablesLines(CLIENT, TABLES, null).join('\n')
  assert.match(text, /^\nlab, 3 conditions\n/)
  assert.match(text, /\npage A +2\.0 {2}1\.3 \(2\) +0\.5 /)
  assert.match(
    text,
    /\ncase 1: best 2\.0 at page A, 1 server, 10\/1 Mbit\/s, 20 ms, 0 % loss; worst 0\.5 at .* 100 ms, /,
  )
  assert.match(text, /\ncase 1: 1 of 3 left out: a median is missing(\n|$)/)
})

test('CSV has each cell of each table, unrounded', () => {
  const rows = csvObjects(`${[...tablesCsv(TABLES)].join('\n')}\n`)
  const all = rows.find(({ table, case: number }) => table === '11' && number === '1')
  assert.deepEqual([all?.n, all?.left_out, all?.max, all?.mean, all?.min], ['2', '1', '2', '1.25', '0.5'])
})

test('of several clients one has to be chosen, by a name that is there', () => {
  const other = { ...CLIENT, client: 'home' }
  assert.equal(chooseClient('f.csv', [CLIENT], undefined), CLIENT)
  assert.equal(chooseClient('f.csv', [CLIENT, other], 'home'), other)
  assert.throws(
    () => chooseClient('f.csv', [CLIENT, other], undefined),
    /several clients: choose one by --client, of lab, home/,
  )
  assert.throws(() => chooseClient('f.csv', [CLIENT], 'x'), /no client 'x', but lab/)
})
