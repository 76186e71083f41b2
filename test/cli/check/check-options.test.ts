import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Command } from 'commander'
import { addCheckOptions, type CheckOptions, runOptionsOf } from '../../../cli/check/check-options.ts'
import { temporaryFolder, towlineHere } from '../towline.ts'

/** The options as a check gets them. */
function parsed(...args: string[]): CheckOptions {
  return addCheckOptions(new Command('check')).parse(args, { from: 'user' }).opts<CheckOptions>()
}

test('six rounds are the default, and fewer are refused with the reason', async (t) => {
  assert.equal(parsed().rounds, 6)
  assert.equal(parsed('--rounds', '40').rounds, 40)
  for (const rounds of ['0', '1', '5']) {
    const { code, stderr } = await towlineHere(t, ['check', 'a.test', '--rounds', rounds])
    assert.equal(code, 64)
    assert.match(stderr, /must be 6 or more: fewer rounds give no verdict/)
  }
})

test('a check asks for one site, one connection at a time, with a pause, and writes to a database of its own', () => {
  const options = runOptionsOf(parsed('--pause', '3s'), 'data/checks/a.test.sqlite')
  assert.deepEqual([options.concurrency, options.perAddress, options.pause], [1, 1, 3_000])
  assert.deepEqual([options.database, options.robots], ['data/checks/a.test.sqlite', true])
})

test('what is no name of a site is refused before anything is visited or written', async (t) => {
  await using folder = await temporaryFolder()
  for (const site of ['', 'not a name', '127.0.0.1', 'https://', 'a..test', '\u001b[2J']) {
    const { code, stderr } = await towlineHere(t, ['check', '--folder', folder.path, '--', site])
    assert.equal(code, 64, site)
    assert.match(
      stderr,
      /^towline: '.*' is (not the name of a site \(.*\)|neither the name of a site nor the URL of a page)\n$/,
    )
  }
  const { code } = await towlineHere(t, ['check', 'a.test', '--link', 'rtt=10ms'])
  assert.equal(code, 64)
})
