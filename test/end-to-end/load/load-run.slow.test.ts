import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ENTRY } from '../../../cli/options/entry.ts'
import { sendSignal } from '../../../crawler/process/send-signal.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { listLoadRuns } from '../../../db/load/load-runs.ts'
import { secondsOf } from '../../../db/load/load-seconds.ts'
import { type LoadRow, loadsOf } from '../../../db/load/loads.ts'
import { parseCoreList, pinnedCores } from '../../../lab/load/cores/pinned-cores.ts'
import type { MeasuredSecond } from '../../../model/load-second.ts'
import { ownMounts } from '../../cli/prepare/unshare.ts'
import { type RunFolder, runFolder, type TowlineRun } from '../../cli/run-folder.ts'
import { whyNoLink } from '../../lab/link/why-no-link.ts'
import { whyNoLoad } from '../../lab/load/run-load.ts'
import { whyNoServer } from '../../lab/origin/running-server.ts'
import { opened } from '../../opened.ts'

const skip = whyNoLoad() || whyNoLink() || (await whyNoServer('towline'))
const mounts = await ownMounts()

const SECONDS = 4
const ARMS = ['h1', 'h2', 'h3']
const PLAN = `title: a test
page: objects-4x1000
arms: [${ARMS}]
servers: [towline]
link: {rttMs: 10}
congestionControl: reno
thinkMs: 50
repetitions: 1
ramp: {users: 12, rampSeconds: ${SECONDS - 1}, holdSeconds: 1, intervalSeconds: 2}
`

async function loadFolder() {
  const folder = await runFolder()
  await writeFile(join(folder.path, 'mine.yaml'), PLAN)
  const places = ['--database', folder.database, '--cache', folder.cache]
  return {
    ...folder,
    load: (...flags: string[]): TowlineRun =>
      folder.start(['load', 'run', './mine.yaml', '--quick-build', ...places, ...flags]),
    results: (...flags: string[]): TowlineRun =>
      folder.start(['load', 'results', '--database', folder.database, ...flags]),
  }
}

interface Taken extends LoadRow {
  readonly seconds: readonly MeasuredSecond[]
}

/** The loads of the newest run, each with how many seconds it has. */
async function taken({ database }: RunFolder): Promise<{ readonly state: string; readonly loads: Taken[] }> {
  await using db = await openDatabase({ url: database, readOnly: true })
  const [run] = await listLoadRuns(db)
  if (run === undefined) return { state: 'none', loads: [] }
  const loads: Taken[] = []
  for (const load of await loadsOf(db, run.id))
    loads.push({ ...load, seconds: await secondsOf(db, run.id, load.load) })
  return { state: run.state, loads }
}

/** Whether the load with this number has recorded a second. */
const isUnderWay = (folder: RunFolder, load: number) => async (): Promise<boolean> => {
  // The run makes the database.
  const { loads } = await taken(folder).catch(() => ({ loads: [] as Taken[] }))
  return (loads[load]?.seconds.length ?? 0) > 0
}

function programOf({ processes }: RunFolder, program: string): number {
  const found = processes().find(({ command }) => new RegExp(`^\\S*${program}\\s`).test(command))
  assert.ok(found, `${program} does not run`)
  return found.pid
}

/** The cores that a program of the lab may use. */
function coresOf(folder: RunFolder, program: string): number[] {
  const status = readFileSync(`/proc/${programOf(folder, program)}/status`, 'utf8')
  return parseCoreList(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '')
}

describe('a load run that was killed, and stopped by Ctrl-C', { skip }, () => {
  const folder = opened(loadFolder)

  test('is finished with each second of each load once', async () => {
    const killed = folder.load()
    assert.ok(await killed.until(isUnderWay(folder, 1)), killed.stderr())
    const cores = pinnedCores()
    if (cores !== null)
      assert.deepEqual(
        ['towline-load', 'towline-origin'].map((program) => coresOf(folder, program)),
        [[cores.client], cores.servers],
      )
    sendSignal(killed.pid, 'SIGKILL')
    await killed.ended
    const atKill = await taken(folder)
    assert.equal(atKill.state, 'running')
    assert.equal(atKill.loads[0]?.state, 'done')
    assert.deepEqual(await folder.leftovers(), [])

    const stopped = folder.load('--resume')
    assert.ok(await stopped.says(/load run 1 resumed/), stopped.stderr())
    assert.ok(await stopped.until(isUnderWay(folder, 1)), stopped.stderr())
    stopped.interrupt()
    assert.deepEqual(await stopped.ended, { code: 130, signal: null }, stopped.stderr())
    assert.match(stopped.stderr(), /stopped: load run 1; --resume continues it\n/)
    const atStop = await taken(folder)
    assert.equal(atStop.state, 'stopped')
    assert.deepEqual(await folder.leftovers(), [])

    const last = folder.load('--resume')
    assert.deepEqual(await last.ended, { code: 0, signal: null }, last.stderr())
    const { state, loads } = await taken(folder)
    assert.equal(state, 'finished')
    assert.deepEqual(
      loads.map((load) => [load.arm, load.state, load.end?.why]),
      ARMS.map((arm) => [arm, 'done', 'duration']),
    )
    // A busy machine may leave out a second, whose counts the next one has.
    for (const { seconds, end } of loads) {
      assert.ok(seconds.length > 1 && seconds.length <= SECONDS, `${seconds.length} seconds`)
      const done = seconds.reduce((sum, { load }) => sum + load.pagesDone, 0)
      assert.equal(done, end?.pagesDone, 'seconds have what the whole load has')
    }
    assert.deepEqual(
      loads.map(({ facts }) => (facts as { readonly congestionControl?: string }).congestionControl),
      ['reno', 'reno', 'reno'],
      'read back, or as the server was told',
    )
    for (const before of [...atKill.loads, ...atStop.loads])
      if (before.state === 'done') assert.deepEqual(loads[before.load], before, 'what was done stays')
    assert.deepEqual(await folder.leftovers(), [])
  })

  test('has results with the pages of each protocol', async () => {
    const results = folder.results('--format', 'json')
    assert.deepEqual(await results.ended, { code: 0, signal: null }, results.stderr())
    const { arms } = JSON.parse(results.stdout())
    for (const { arm, pagesDone, pagesFailed, errors, figures, repetitions } of arms) {
      assert.ok(pagesDone > 0, arm)
      assert.deepEqual([pagesFailed, errors, repetitions.length], [0, {}, 1], arm)
      // The ramp is over before the server is at its limit, whatever the client was.
      assert.notEqual(figures.highestPagesPerS.bound, null)
      assert.notEqual(figures.slaUsers.bound, null)
    }
    const shown = folder.results()
    assert.deepEqual(await shown.ended, { code: 0, signal: null })
    assert.match(shown.stdout(), /^load run 1, mine: a test\n/)
  })
})

test('a server that is killed under load is a finding: its load ends with errors, and the next ones are taken', {
  skip,
}, async () => {
  await using folder = await loadFolder()
  const run = folder.load()
  for (const load of ARMS.keys()) {
    assert.ok(await run.until(isUnderWay(folder, load)), run.stderr())
    sendSignal(programOf(folder, 'towline-origin'), 'SIGKILL')
  }
  assert.deepEqual(await run.ended, { code: 0, signal: null }, run.stderr())
  const { state, loads } = await taken(folder)
  assert.deepEqual([state, loads.map(({ end }) => end?.why)], ['finished', ARMS.map(() => 'duration')])
  for (const { arm, seconds, end } of loads) {
    assert.ok(seconds[0]?.server != null && seconds.at(-1)?.server === null, arm)
    assert.ok((end?.pagesDone ?? 0) > 0, arm)
    // Users of QUIC still wait for an answer when the load ends: there is no end of a connection to hear of.
    if (arm !== 'h3') assert.ok((end?.errors.tcp_refused ?? 0) > 0, arm)
  }
  assert.deepEqual(await folder.leftovers(), [])
})

/**
 * On a disk of its own: a load run whose disk is filled once its second load is under way, and, with the space given back,
 * `--resume`. Prints the exit codes.
 */
const FULL_DISK = `
  set -u
  mount -t tmpfs -o size=16m tmpfs "$DISK"
  "$@" 2>full.txt & run=$!
  until grep -q 'load 2/3' full.txt || ! kill -0 $run; do sleep 0.1; done
  cat /dev/zero >"$DISK/ballast" 2>notes.txt
  wait $run; echo "full $?"; tail -n 1 full.txt >&2
  rm "$DISK/ballast"
  "$@" --resume; echo "resumed $?"
  "$NODE" "$TOWLINE" load results --format json --database "$DISK/run.sqlite"
`

test('a full disk ends a load run with exit code 74 and one line; what was recorded stays, and --resume finishes it', {
  skip: skip || mounts.whyNot,
}, async () => {
  await using folder = await loadFolder()
  const disk = join(folder.path, 'disk')
  await mkdir(disk)
  const places = ['--cache', folder.cache, '--database', join(disk, 'run.sqlite')]
  const run = folder.start(['load', 'run', './mine.yaml', '--quick-build', ...places], (argv) => [
    ...['env', `DISK=${disk}`, `NODE=${process.execPath}`, `TOWLINE=${ENTRY}`],
    ...[...mounts.under, 'sh', '-c', FULL_DISK, 'sh', ...argv],
  ])
  assert.deepEqual(await run.ended, { code: 0, signal: null }, run.stderr())
  assert.match(run.stdout(), /^full 74\n/)
  assert.match(run.stderr(), /^towline: no space left for the database .*run\.sqlite: free some .*--resume/m)
  assert.match(run.stderr(), /load run 1 resumed/)
  assert.doesNotMatch(run.stderr(), /load 1\/3/)
  const [, code, json = ''] = /\nresumed (\d+)\n(.*)$/s.exec(run.stdout()) ?? []
  assert.equal(code, '0')
  const { loads } = JSON.parse(json)
  assert.deepEqual(loads, { done: 3, planned: 3 })
  assert.deepEqual(await folder.leftovers(), [])
})
