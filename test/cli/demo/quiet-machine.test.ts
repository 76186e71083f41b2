import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { freshCrawlArguments, freshState } from '../../../cli/demo/fresh-crawl.ts'
import { OwnCommand } from '../../../cli/demo/own-command.ts'
import { lookAtMachine, type MachineWork, waitForQuiet } from '../../../cli/demo/quiet-machine.ts'
import { copyRecorded } from '../../../cli/demo/recorded.ts'
import { EXIT } from '../../../cli/exit/exit-codes.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { testFolder } from '../../test-folder.ts'

/** Waits with looks of five seconds that see these shares of the cores busy, the last of them for good. */
async function waited(
  fractions: readonly (number | null)[],
  signal = new AbortController().signal,
): Promise<{ readonly said: string[]; readonly looks: number }> {
  let [nowMs, looks] = [0, 0]
  const said: string[] = []
  await waitForQuiet({
    busyLimit: 0.5,
    mostMs: 60_000,
    clock: () => nowMs,
    say: (line) => void said.push(line),
    signal,
    async look(): Promise<MachineWork> {
      signal.throwIfAborted()
      nowMs += 5_000
      const busyFraction = fractions[Math.min(looks, fractions.length - 1)] ?? null
      looks += 1
      return { busyFraction, busyWith: ['cargo', 'node'] }
    },
  })
  return { said, looks }
}

test('on a quiet machine the crawl starts at once', async () => {
  assert.deepEqual(await waited([0.12]), {
    said: ['the machine is quiet enough (12 % of the cores are busy): the crawl starts'],
    looks: 1,
  })
})

test('on a busy machine it says once what it waits for, and starts when that is over', async () => {
  assert.deepEqual(await waited([0.9, 0.8, 0.3]), {
    said: [
      '90 % of the cores are busy, with cargo, node: the crawl waits for a quieter machine, and starts after 60 s in any case',
      'the machine is quiet enough (30 % of the cores are busy): the crawl starts',
    ],
    looks: 3,
  })
})

test('on a machine that stays busy it starts after a minute, and says so', async () => {
  const { said, looks } = await waited([0.9])
  assert.equal(looks, 12)
  assert.equal(
    said.at(-1),
    'the machine is still not quiet (90 % of the cores are busy): the crawl starts, and repeats what this spoils',
  )
})

test('where the system does not tell there is nothing to wait for', async () => {
  assert.deepEqual(await waited([null]), { said: [], looks: 1 })
})

test('Ctrl-C ends the wait', async () => {
  const stop = new Error('stopped')
  await assert.rejects(waited([0.9], AbortSignal.abort(stop)), stop)
  await assert.rejects(lookAtMachine(AbortSignal.abort(stop)), { name: 'AbortError', cause: stop })
})

const folder = testFolder()
const database = join(folder, 'data', 'demo.sqlite')
before(() => copyRecorded(database))

async function write(sql: string): Promise<void> {
  await using db = await openDatabase({ url: database })
  await db.write(async (query) => void (await query(sql)))
}

const vantageOf = (argv: readonly string[]): string => argv[argv.indexOf('--vantage') + 1] ?? ''
const CRAWL = { database: 'demo.sqlite', rounds: 2, sites: 1, resume: false } as const

test('the recorded data hold no fresh crawl; one is started with its survey and finished with its campaign', async () => {
  const vantage = vantageOf(freshCrawlArguments({ ...CRAWL, link: 'link' }))
  assert.equal(await freshState(database), 'none')
  await write(`UPDATE surveys SET vantage = '${vantage}'`)
  assert.equal(await freshState(database), 'started')
  await write(`UPDATE campaigns SET vantage = '${vantage}', state = 'stopped', finished_at = NULL`)
  assert.equal(await freshState(database), 'started')
  await write("UPDATE campaigns SET state = 'finished', finished_at = created_at")
  assert.equal(await freshState(database), 'finished')
})

test('data that are there already stay as they are', async () => {
  await write("UPDATE campaigns SET vantage = 'changed'")
  await copyRecorded(database)
  await using db = await openDatabase({ url: database })
  assert.deepEqual(await db.query('SELECT DISTINCT vantage FROM campaigns'), [{ vantage: 'changed' }])
})

test('a crawl has a link where it can be emulated, and its vantage point says whether', () => {
  const linked = freshCrawlArguments({ ...CRAWL, link: 'link' })
  const bare = freshCrawlArguments({ ...CRAWL, link: 'none' })
  assert.ok(linked.includes('--link'))
  assert.ok(!bare.includes('--link'))
  assert.match(vantageOf(linked), /^this machine.*50 ms/)
  assert.match(vantageOf(bare), /^this machine.*no delay/)
})

test('a command that prints something has printed; its exit code is its own', async () => {
  const command = new OwnCommand(['--version'])
  assert.equal(await command.printed(), true)
  assert.equal(await command.ended, EXIT.ok)
})

test('a command that fails before it prints has not', async () => {
  const command = new OwnCommand(['serve', '--web', join(import.meta.dirname, 'absent')])
  assert.equal(await command.printed(), false)
  assert.equal(await command.ended, EXIT.noInput)
})
