import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findLabProgram } from '../../../lab/process/find-program.ts'
import { testFolder } from '../../test-folder.ts'
import { CACHE, whyNoServer } from '../origin/running-server.ts'

const SETUP = join(import.meta.dirname, '../../../scripts/setup-origin.sh')
const skip = await whyNoServer('towline')

const cache = testFolder()

test('before it is built the message says what to run, with exit code 69', () => {
  assert.throws(() => findLabProgram('towline-origin', cache), {
    name: 'SandboxUnavailable',
    exitCode: 69,
    message: /not built yet: run scripts\/setup-origin\.sh \(needs cargo/,
  })
})

test('one that was built from other sources is not used', { skip }, async () => {
  const folder = join(cache, 'origin')
  await mkdir(folder)
  await copyFile(join(CACHE, 'origin/towline-origin'), join(folder, 'towline-origin'))
  await writeFile(join(folder, 'sources.sha256'), `${'0'.repeat(64)}\n`)
  assert.throws(
    () => findLabProgram('towline-origin', cache),
    /older than its sources: run scripts\/setup-origin\.sh/,
  )
  await copyFile(join(CACHE, 'origin/sources.sha256'), join(folder, 'sources.sha256'))
  assert.equal(findLabProgram('towline-origin', cache), join(folder, 'towline-origin'))
})

test('without cargo the set-up says in one line what to install, and exits with 69', async () => {
  const empty = join(cache, 'empty')
  const bin = join(cache, 'bin')
  await mkdir(bin)
  // What the script needs before it comes to cargo.
  for (const name of ['bash', 'dirname', 'cat', 'sha256sum', 'cut', 'uname']) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
    await writeFile(join(bin, name), `#!/bin/sh\nexec ${found} "$@"\n`, { mode: 0o755 })
  }
  const env = { PATH: bin, HOME: dirname(empty), TOWLINE_CACHE: empty }
  const result = spawnSync('/bin/bash', [SETUP, '--quiet'], { env, encoding: 'utf8' })
  assert.equal(result.status, 69)
  // The version the lab's programs need is said by their manifest.
  const manifest = await readFile(join(dirname(SETUP), '../lab/Cargo.toml'), 'utf8')
  const rust = /^rust-version = "([0-9.]+)"$/m.exec(manifest)?.[1]
  assert.ok(rust !== undefined)
  const message = `setup-origin: the lab's server is built by cargo, which is missing: install Rust ${rust} or newer `
  assert.ok(result.stderr.startsWith(message), result.stderr)
  assert.equal(result.stderr.trim().split('\n').length, 1)
})

/** Takes cargo's place: a program has the name of the profile that it was asked for as its content. */
const FAKE_CARGO = `#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
    --profile) profile=$2 ;;
    --target-dir) target=$2 ;;
    --package) programs="$programs $2" ;;
  esac
  shift
done
mkdir -p "$target/$profile"
for program in $programs; do
  echo "$profile" >"$target/$profile/$program"
  chmod +x "$target/$profile/$program"
done
`

test('a quick build gives way to an optimised one where that is asked for, which then serves for both', async () => {
  const bin = join(cache, 'fake')
  const own = join(cache, 'two-builds')
  await mkdir(bin)
  await writeFile(join(bin, 'cargo'), FAKE_CARGO, { mode: 0o755 })
  await writeFile(join(bin, 'cc'), '#!/bin/sh\n', { mode: 0o755 })
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: cache, TOWLINE_CACHE: own }
  for (const [flags, profile] of [
    [[], 'quick'],
    [['--optimised'], 'release'],
    [[], 'release'],
  ] as const) {
    const result = spawnSync('/bin/bash', [SETUP, '--quiet', ...flags], { env, encoding: 'utf8' })
    assert.equal(result.status, 0, result.stderr)
    for (const program of ['towline-delay', 'towline-origin', 'towline-load', 'towline-quic'] as const)
      assert.equal(await readFile(findLabProgram(program, own), 'utf8'), `${profile}\n`)
  }
})

test('where the system is not Linux the QUIC client of surveys alone is built', async () => {
  const bin = join(cache, 'fake-macos')
  const own = join(cache, 'macos')
  await mkdir(bin)
  await writeFile(join(bin, 'cargo'), FAKE_CARGO, { mode: 0o755 })
  for (const [name, says] of [
    ['cc', ''],
    ['uname', 'echo Darwin'],
  ] as const)
    await writeFile(join(bin, name), `#!/bin/sh\n${says}\n`, { mode: 0o755 })
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: cache, TOWLINE_CACHE: own }
  for (const said of [/built in .*: towline-quic$/, /^$/]) {
    const result = spawnSync('/bin/bash', [SETUP, '--quiet'], { env, encoding: 'utf8' })
    assert.equal(result.status, 0, result.stderr)
    assert.match(result.stderr.trim(), said)
  }
  assert.equal(await readFile(findLabProgram('towline-quic', own), 'utf8'), 'quick\n')
  assert.throws(() => findLabProgram('towline-origin', own), /not built yet/)
})
