import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeInitialWindowCommand } from '../../../bench/initial-window/command.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { type WindowCondition, writeWindowRun } from '../../server/lab/window-run.ts'

/** Over HTTP/2 the large window gains as expected, over HTTP/3 half of that. */
const conditions = (page: string): WindowCondition[] =>
  [3, 10].map((initcwnd) => ({
    ...{ initcwnd, page, readBack: { tcp: initcwnd, quic: initcwnd } },
    pltMs: initcwnd === 3 ? { h2: 400, h3: 200 } : { h2: 200, h3: 200 },
    wireLimitMs: initcwnd === 3 ? { h2: 300, h3: 200 } : { h2: 150, h3: 100 },
  }))

test('the document has each gain beside the model, how far that is off, and what was read back where it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'towline-initial-window-'))
  try {
    const database = join(folder, 'lab.sqlite')
    await using db = await openDatabase({ url: database })
    const id = await writeWindowRun(db, [
      ...conditions('graph:single-25000'),
      ...conditions('graph:single-10000'),
    ])
    await writeInitialWindowCommand().parseAsync(
      [String(id), '--database', database, '--out', folder, '--machine', 'two cores'],
      { from: 'user' },
    )
    const text = await readFile(join(folder, 'initial-window.md'), 'utf8')
    assert.match(text, /: 4 conditions, unknown rounds, 56 valid loads, 0 left out\./)
    const gains = text.split('\n').filter((line) => /^\| \d+ \| 100 \| 10 over 3 \|/.test(line))
    assert.deepEqual(
      gains.map((line) => line.replaceAll(/ \([^)]*\)/g, '')),
      [
        '| 10 | 100 | 10 over 3 | 7 | 2.00 | 2.00 | 1.00 | 2.00 |',
        '| 25 | 100 | 10 over 3 | 7 | 2.00 | 2.00 | 1.00 | 2.00 |',
      ],
    )
    assert.match(text, /^\| HTTP\/2 \| 2 \| 2 \| 1\.00 \| 1\.00 \| 1\.00 \|$/m)
    assert.match(text, /^\| HTTP\/3 \| 2 \| 0 \| 0\.50 \| 0\.50 \| 0\.50 \|$/m)
    const [furthest] = text.slice(text.indexOf('### Furthest')).match(/^\| HTTP.*$/m) ?? []
    assert.match(
      furthest ?? '',
      /^\| HTTP\/3 \| \d+ \| 100 \| 10 over 3 \| 1\.00 \([^)]*\) \| 2\.00 \| 1\.00 → 2\.00 \| 3 → 10 \| – → – \|$/,
    )
    assert.match(text, /^- Machine: two cores\.$/m)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
