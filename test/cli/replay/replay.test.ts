import assert from 'node:assert/strict'
import { appendFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { bodyFile } from '../../../model/recording/names.ts'
import { BODY_SHA256, sampleRecording, writeSample } from '../../record/sample-recording.ts'
import { testFolder } from '../../test-folder.ts'
import { towlineHere } from '../towline.ts'

const folder = testFolder()

/** A sample in a folder of this name, then spoiled. */
async function spoiled(name: string, spoil: (path: string) => Promise<unknown>): Promise<string> {
  const path = join(folder, name)
  await writeSample(path)
  await spoil(path)
  return path
}

test('what cannot be replayed is refused in one line that names it, with the exit code of its kind', async (t) => {
  const json = (path: string): string => join(path, 'recording.json')
  const newer = async (path: string): Promise<void> => {
    const text = await readFile(json(path), 'utf8')
    await writeFile(json(path), text.replace(/"major": ?\d+/, '"major": 99'))
  }
  const good = await spoiled('good', async () => {})
  const link = ['--link', 'rtt=20ms']
  const notes = join(folder, 'README.md')
  await writeFile(notes, 'notes')
  const empty = join(folder, 'empty')
  await mkdir(empty)
  for (const [code, message, ...args] of [
    [66, /README\.md: no recording \(there is no recording\.json in it\)/, good, notes, ...link],
    [66, /empty: no recording/, empty, good, ...link],
    [66, /absent: no such folder$/, join(folder, 'absent'), ...link],
    [64, /good\/? is given twice$/, good, `${good}/`, ...link],
    [64, /good does not say over which link it was recorded: give one, such as --link/, good],
    [64, /--link .*speed/, good, '--link', 'speed=9'],
    [64, /'h4' is not one of http, h1, h2, h3, h3-altsvc, recorded/, good, ...link, '--arms', 'h4'],
    [65, /good: https:\/\/a\.test\/ has no answer in it that can be replayed$/, good, ...link],
    [76, /format version 99, newer than 2/, await spoiled('newer', newer), ...link],
    [65, /cut\/recording\.json: no JSON/, await spoiled('cut', (at) => truncate(json(at), 300)), ...link],
    [
      74,
      /changed\/recording\.json: its checksum/,
      await spoiled('changed', (at) => appendFile(json(at), ' ')),
      ...link,
    ],
    [
      74,
      /body\/bodies\/\w+: its checksum/,
      await spoiled('body', (at) => appendFile(join(at, bodyFile(BODY_SHA256)), ' ')),
      ...link,
    ],
    [
      66,
      /gone\/bodies\/\w+: it is missing/,
      await spoiled('gone', (at) => rm(join(at, bodyFile(BODY_SHA256)))),
      ...link,
    ],
  ] as const) {
    const database = join(folder, 'none.sqlite')
    const { stderr, ...ended } = await towlineHere(t, ['replay', ...args, '--database', database])
    assert.deepEqual(ended, { code, stdout: '' }, stderr)
    const [line = '', ...more] = stderr.trimEnd().split('\n')
    assert.match(line, message)
    assert.ok(
      more.every((each) => each === '(see --help)'),
      stderr,
    )
  }
})

test('the arm recorded needs to know how each host came', async (t) => {
  const path = join(folder, 'warc')
  const host = { scheme: 'https', host: 'a.test', port: 443, address: null, protocol: null } as const
  await writeSample(path, sampleRecording({ hosts: [{ ...host, certificate: null, loads: [] }] }))
  const args = ['replay', path, '--link', 'rtt=20ms', '--arms', 'h1,recorded']
  const { code, stderr } = await towlineHere(t, args)
  assert.equal(code, 65)
  assert.match(stderr, /warc does not say by which protocol a\.test came, which the arm recorded needs\n$/)
})
