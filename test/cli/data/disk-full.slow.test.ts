import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { ENTRY } from '../../../cli/options/entry.ts'
import { serveDns } from '../../servers/dns.ts'
import { ownMounts } from '../prepare/unshare.ts'
import { environment, linesOf, temporaryFolder } from '../towline.ts'

const SITES = 3_000
const mounts = await ownMounts()

/**
 * On a disk of 10 MiB, of which most is taken: a survey until it is full, what it holds then, and, with the space given
 * back, `--resume`. Prints the exit codes and the sites.
 */
const SCRIPT = `
  set -u
  mount -t tmpfs -o size=10m tmpfs disk
  head -c 8900000 /dev/zero >disk/ballast
  "$@" 2>full.txt >full.out; echo "full $?"
  "$NODE" "$TOWLINE" survey show --limit 0 --format csv --database disk/survey.sqlite 2>>notes.txt | tail -n +2 >before.csv; echo "kept $?"
  rm disk/ballast
  "$@" --resume 2>resumed.txt >resumed.out; echo "resumed $?"
  "$NODE" "$TOWLINE" survey show --limit 0 --format csv --database disk/survey.sqlite 2>>notes.txt | tail -n +2 >after.csv; echo "read $?"
  cut -d, -f1,2 before.csv | sort >before.txt; cut -d, -f1,2 after.csv | sort >after.txt
  echo "before $(wc -l <before.txt) after $(wc -l <after.txt) lost $(comm -23 before.txt after.txt | wc -l) twice $(uniq -d after.txt | wc -l)"
  cat full.txt >&2
`

test('a full disk ends the survey with exit code 74 and one line; nothing recorded is lost, and --resume finishes', {
  skip: mounts.whyNot,
}, async () => {
  await using folder = await temporaryFolder()
  await using dns = await serveDns(() => ({ rcode: 3 }))
  await mkdir(join(folder.path, 'disk'))
  const list = Array.from({ length: SITES }, (_, index) => `${index + 1},site${index + 1}.test\n`)
  await writeFile(join(folder.path, 'list.csv'), list.join(''))
  const crawl = [
    process.execPath,
    ENTRY,
    'crawl',
    '--list',
    'list.csv',
    '--resolver',
    dns.address,
    '--contact',
    'https://example.org/',
    '--h3-canary',
    'none',
    '--concurrency',
    '32',
    '--survey-only',
    '--database',
    'disk/survey.sqlite',
  ]
  const [program = '', ...rest] = [...mounts.under, 'sh', '-c', SCRIPT, 'sh', ...crawl]
  const child = spawn(program, rest, {
    cwd: folder.path,
    env: environment({ NODE: process.execPath, TOWLINE: ENTRY }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const said = linesOf(stderr)
  assert.match(stdout, /^full 74\nkept 0\nresumed 0\nread 0\n/, stderr)
  assert.match(
    said.at(-1) ?? '',
    /^towline: no space left for the database disk\/survey\.sqlite: free some .*--resume/,
  )
  assert.deepEqual(
    said.slice(0, -1).filter((line) => !/^survey 1: 3000 sites of list\.csv$|^\d+\/3000 sites/.test(line)),
    [],
  )
  const [, before, after, lost, twice] =
    /before (\d+) after (\d+) lost (\d+) twice (\d+)/.exec(stdout)?.map(Number) ?? []
  assert.deepEqual({ after, lost, twice }, { after: SITES, lost: 0, twice: 0 })
  assert.ok(
    (before ?? 0) > 0 && (before ?? 0) < SITES,
    `${before} sites were recorded when the disk was full`,
  )
})
