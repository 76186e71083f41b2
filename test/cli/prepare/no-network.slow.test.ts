import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { serveDns } from '../../servers/dns.ts'
import { argv, linesOf, temporaryFolder, towline, towlineHere } from '../towline.ts'
import { noNetwork } from './unshare.ts'

const { under, whyNot } = await noNetwork()

test('without a network the Tranco list is reported as unreachable, with the alternatives', {
  skip: whyNot,
}, async () => {
  await using folder = await temporaryFolder()
  for (const flags of [
    ['--top', '10'],
    ['--tranco-id', '6P7X'],
    ['--tranco-date', '2026-08-01'],
  ]) {
    const { code, stdout, stderr } = await towline(['crawl', ...flags], { cwd: folder.path, under })
    assert.deepEqual({ code, stdout }, { code: 69, stdout: '' }, stderr)
    // A live crawl says before what it will do.
    const failures = linesOf(stderr).filter((line) => line.startsWith('towline: '))
    assert.equal(failures.length, 1, stderr)
    assert.match(failures[0] ?? '', /^towline: Tranco cannot be reached .*--sandbox.*--list/)
  }
  assert.deepEqual(await readdir(folder.path), [])
})

test('without a resolver that answers no survey is started: all of its sites would fail for our fault', async (t) => {
  await using folder = await temporaryFolder()
  const list = join(folder.path, 'list.csv')
  await writeFile(list, '1,a.test\n')
  for (const say of [{ silent: true }, { rcode: 5 }]) {
    await using dns = await serveDns(() => say)
    const { code, stderr } = await towlineHere(
      t,
      argv`crawl --list ${list} --resolver ${dns.address} --database ${join(folder.path, 'survey.sqlite')}`,
    )
    assert.deepEqual({ code, lines: linesOf(stderr).length }, { code: 69, lines: 1 }, stderr)
    assert.match(stderr, new RegExp(`^towline: no network: ${dns.address} gives no answer`))
    assert.match(stderr, /--sandbox/)
  }
  assert.deepEqual(await readdir(folder.path), ['list.csv'])
})

test('a resolver that refuses only our questions still counts as one that answers', async (t) => {
  await using folder = await temporaryFolder()
  const list = join(folder.path, 'list.csv')
  await writeFile(list, '1,a.test\n')
  await using dns = await serveDns(({ name }) => ({ rcode: name === 'a.test' ? 2 : 3 }))
  const { code, stdout } = await towlineHere(
    t,
    argv`crawl --list ${list} --resolver ${dns.address} --operations dns
    --database ${join(folder.path, 'survey.sqlite')} --survey-only`,
  )
  assert.equal(code, 0)
  assert.match(stdout, /dns_servfail +1/)
})
