import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { towlineHere } from '../cli/towline.ts'
import { DEPLOY, deployFile, towlineArguments, unitValues, withReplaced } from './deploy-files.ts'

const run = promisify(execFile)
const UNITS = await readdir(join(DEPLOY, 'systemd'))
const SERVICES = UNITS.filter((name) => name.endsWith('.service'))

const noSystemd = await run('systemd-analyze', ['--version']).then(
  () => false as const,
  () => 'there is no systemd-analyze on this machine',
)

test('systemd finds nothing wrong with the units, and little that an intruder could do', {
  skip: noSystemd,
}, async () => {
  await using folder = await unitFolder()
  const { stdout, stderr } = await run(
    'systemd-analyze',
    ['verify', '--man=no', ...UNITS.map((name) => join(folder.path, name))],
    { env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder.path}:` } },
  )
  assert.equal(stdout + stderr, '')
  for (const name of SERVICES) {
    const report = await run('systemd-analyze', ['security', '--offline=yes', join(folder.path, name)])
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(report.stdout) ?? []
    assert.ok(Number(exposure) <= 1.5, `${name}: ${exposure}`)
  }
})

/** The units with a program in the place of /opt/towline/towline, which is not on this machine. */
async function unitFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'towline-units-'))
  const program = join(path, 'towline')
  await writeFile(program, '#!/bin/sh\n')
  await chmod(program, 0o755)
  for (const name of UNITS) {
    const unit = deployFile(`systemd/${name}`)
    await writeFile(
      join(path, name),
      name.endsWith('.service') ? withReplaced(unit, { '/opt/towline/towline': program }) : unit,
    )
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const COMMANDS = [
  ...SERVICES.flatMap((name) => unitValues(deployFile(`systemd/${name}`), 'ExecStart')),
  ...deployFile('crontab')
    .split('\n')
    .filter((line) => line.includes('/opt/towline/towline')),
]

test('what units and crontab run are commands of towline with options that it knows', async (t: TestContext) => {
  assert.equal(COMMANDS.length, 6)
  for (const command of COMMANDS) {
    const [name = '', ...rest] = towlineArguments(command)
    const { stdout, code } = await towlineHere(t, [name, '--help-all'])
    assert.equal(code, 0)
    const known = new Set(stdout.match(/--[a-z0-9-]+/g))
    const used = rest.filter((word) => word.startsWith('--'))
    assert.ok(used.length > 0)
    assert.deepEqual(
      used.filter((option) => !known.has(option)),
      [],
      command,
    )
  }
})

test('cron runs what the timers run, with the same environment', () => {
  const crontab = deployFile('crontab')
  for (const name of ['towline-survey.service', 'towline-backup.service']) {
    const unit = deployFile(`systemd/${name}`)
    for (const command of unitValues(unit, 'ExecStart'))
      assert.ok(crontab.includes(` towline ${command}\n`), name)
    for (const setting of unitValues(unit, 'Environment'))
      assert.ok(crontab.includes(`\n${setting}\n`), setting)
  }
})

test('every timer starts a service that is there', () => {
  for (const name of UNITS.filter((unit) => unit.endsWith('.timer')))
    assert.ok(SERVICES.includes(name.replace('.timer', '.service')), name)
})
