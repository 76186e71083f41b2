import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { answerWriter } from '../../../cli/export/answer-writer.ts'
import { writeLab } from '../../../cli/export/lab-answers.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { answerFile } from '../../../server/contract/answer-file.ts'
import { startReadOnlyServer } from '../../../server/read-only-server.ts'
import { type WrittenCell, writeLabRun } from '../lab/lab-run-database.ts'
import { temporaryFolder } from '../towline.ts'

const CELL: WrittenCell = {
  factors: { page: 'graph:modern' },
  pltMs: { h1: [1_000, 1_000], h2: [500, 500] },
}

test('retransmissions and shares are written of the runs that have them', async () => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'runs.sqlite')
  const db = await openDatabase({ url: database })
  const metrics = { retransmissions: 3, path_network_share: 0.75, path_compute_share: 0.25 }
  const [graphs, others] = [
    await writeLabRun(db, [{ ...CELL, metrics }]),
    await writeLabRun(db, [{ ...CELL, factors: { page: 'modern' } }]),
  ]
  await db[Symbol.asyncDispose]()
  await using server = await startReadOnlyServer({
    ...{ database, webFolder: folder.path, toolVersion: 'test', recorded: false },
    log: pino({ level: 'silent' }),
    clock: () => performance.now(),
    now: () => new Date().toISOString(),
  })
  const writer = answerWriter({
    ...{ address: server.address, folder: folder.path, signal: new AbortController().signal },
    written: () => undefined,
  })
  await writeLab(writer)
  const written = (run: number, part: string, query: Record<string, string>) =>
    readFile(join(folder.path, answerFile(`/lab/runs/${run}/${part}`, query)), 'utf8')
  assert.match(
    await written(graphs, 'shares', { format: 'csv' }),
    /\r\n"h2",false,1,2,0,0\.75,,,0\.25,,\r\n$/,
  )
  assert.equal(JSON.parse(await written(graphs, 'shares', {})).rows.length, 2)
  assert.match(await written(graphs, 'cdf', { metric: 'retransmissions', format: 'csv' }), /"h2".*,1,3\r\n$/)
  await assert.rejects(written(others, 'shares', {}), { code: 'ENOENT' })
  await assert.rejects(written(others, 'cdf', { metric: 'retransmissions' }), { code: 'ENOENT' })
})
