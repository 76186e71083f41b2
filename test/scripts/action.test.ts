import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { temporaryFolder } from '../cli/towline.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SCRIPT = join(ROOT, 'scripts/action.sh')

test('the step of the action gives each input as one argument, and ends as the check does', async () => {
  await using folder = await temporaryFolder()
  const at = (name: string): string => join(folder.path, name)
  writeFileSync(at('program'), '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 3\n', { mode: 0o755 })
  const { status, stdout } = spawnSync('bash', [SCRIPT], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      TOWLINE_PROGRAM: at('program'),
      GITHUB_OUTPUT: at('output'),
      GITHUB_STEP_SUMMARY: at('summary'),
      CHECK_URL: 'https://a.test/?a=$(touch x)&b=1',
      CHECK_ASSERT: 'h3 >= 1.0\n\nh2 >= 0.9\n',
      CHECK_ROUNDS: '20',
      CHECK_ARGUMENTS: '--pause=2s\n--vantage=my runner',
      CHECK_FOLDER: at('out put'),
    },
  })
  const expected = [
    'check',
    '--rounds=20',
    `--folder=${at('out put')}`,
    `--json=${at('out put')}/check.json`,
    `--junit=${at('out put')}/check.xml`,
    ...(process.geteuid?.() === 0 ? [] : ['--unconfined']),
    '--assert=h3 >= 1.0',
    '--assert=h2 >= 0.9',
    '--pause=2s',
    '--vantage=my runner',
    '--',
    'https://a.test/?a=$(touch x)&b=1',
  ]
  assert.deepEqual([status, stdout.trimEnd().split('\n')], [3, expected])
  const read = (name: string): string => readFileSync(at(name), 'utf8')
  assert.match(read('output'), /^json=.*\/check\.json\njunit=.*\/check\.xml\nexit-code=3\n$/)
  assert.match(read('summary'), /^### towline check\n\n {4}check\n {4}--rounds=20\n/)
})

test('the action hands each of its inputs to the script, as a variable that it reads', () => {
  const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'))
  const [step] = action.runs.steps
  const script = readFileSync(SCRIPT, 'utf8')
  assert.deepEqual(
    Object.values(step.env),
    Object.keys(action.inputs).map((name) => `\${{ inputs.${name} }}`),
  )
  for (const name of Object.keys(step.env)) assert.match(script, new RegExp(`\\$\\{${name}:`))
  for (const { value } of Object.values(action.outputs) as { value: string }[]) {
    const [, output = ''] = /steps\.check\.outputs\.([a-z-]+)/.exec(value) ?? []
    assert.ok(script.includes(`"${output}=`), output)
  }
})
