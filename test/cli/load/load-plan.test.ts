import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { csvObjects } from '../probe/csv.ts'
import { linesOf, temporaryFolder, towlineHere } from '../towline.ts'

test('a load plan is shown with its users, order, time and file descriptors', async (t) => {
  const { code, stdout, stderr } = await towlineHere(t, ['load', 'plan', 'neotys'])
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.match(stdout, /^neotys: One to 1,000 users of a page of 51 resources\n/)
  assert.match(stdout, /\nusers +1 to 1000 in 2 min 50 s, then 10 s of all; intervals of 5 s\n/)
  assert.match(stdout, /\n--full +1 to 1000 in 20 min 0 s, /)
  assert.match(stdout, /\norder +http h1 h2 h3, h1 h2 h3 http, h2 h3 http h1\n/)
  assert.match(stdout, /\nfiles +6032 file descriptors for the client/)
  assert.doesNotMatch(stdout, /\napache/)
  assert.match(stdout, /\nwhat this machine lacks: see --dry-run\n$/)
})

test('the command line changes servers, arms, repetitions and ramp; what a server does not speak is left out', async (t) => {
  const args = ['--server', 'nginx,towline', '--arms', 'h3,h1', '--repetitions', '2', '--full']
  const { stdout } = await towlineHere(t, ['load', 'plan', 'neotys', ...args])
  assert.match(stdout, /\norder +nginx\/h1 towline\/h3 towline\/h1, towline\/h1 towline\/h3\n? +nginx\/h1\n/)
  assert.match(stdout, /\nleft out +h3 of nginx: nginx 1\.22 speaks http\/1\.1 and h2\n/)
  assert.match(stdout, /\nusers +1 to 1000 in 20 min/)
  assert.doesNotMatch(stdout, /\n--full/)
})

test('how Apache is set up is shown where it is loaded', async (t) => {
  const { stdout } = await towlineHere(t, ['load', 'plan', 'neotys', '--server', 'apache'])
  assert.match(stdout, /\napache +MPM worker, 600 workers\n/)
})

test('towline’s own load plans are listed, also as CSV', async (t) => {
  const rows = csvObjects((await towlineHere(t, ['load', 'plan', '--list', '--format', 'csv'])).stdout)
  assert.deepEqual(
    rows.map(({ plan, users, loads }) => [plan, users, loads]),
    [
      ['neotys', '1000', '12'],
      ['quick', '60', '9'],
    ],
  )
})

test('what is no load plan is one line and an exit code', async (t) => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'mine.yaml')
  await writeFile(file, 'title: x\nuser: 3\n')
  const cases: [string[], number, RegExp][] = [
    [[], 64, /either a plan or --list/],
    [['neotis'], 66, /no plan 'neotis': is neotys meant\?/],
    [['xyz'], 66, /see `towline load plan --list`/],
    [['neotys', '--server', 'iis'], 64, /'iis' is not one of towline, caddy, nginx, apache/],
    [['neotys', '--server', 'nginx', '--arms', 'h3'], 64, /nginx speaks none of h3/],
    [['quick', '--full'], 64, /quick has no other ramp/],
  ]
  for (const [args, code, says] of cases) {
    const ended = await towlineHere(t, ['load', 'plan', ...args])
    assert.deepEqual([ended.code, linesOf(ended.stderr).length >= 1], [code, true], ended.stderr)
    assert.match(ended.stderr, says)
  }
  const { code, stderr } = await towlineHere(t, ['load', 'plan', file])
  assert.equal(code, 65)
  for (const line of linesOf(stderr)) assert.match(line, /^towline: .*mine\.yaml:\d+: /)
})
