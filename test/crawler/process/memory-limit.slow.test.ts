import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupMembers } from '../../../crawler/process/group-members.ts'
import { watchMemory } from '../../../crawler/process/memory-watch.ts'
import { html, startWeb } from '../../servers/web.ts'
import { atPort, folderOf, leftOf, load, noBrowser, openTestBrowser } from '../probe/browser/probe-browser.ts'

const LINUX = process.platform === 'linux' ? noBrowser : 'only Linux tells a process’s memory'

/** Takes 2 GB, and no more where nothing ends it, while the page waits for a picture that never comes. */
const ARRAYS = `<img src="/never"><script>
const held = []
setInterval(() => held.length < 40 && held.push(new Uint8Array(50e6).fill(held.length + 1)), 20)</script>`

test('a page that takes more memory than the limit is page_too_big; its browser is ended, and no other', {
  skip: LINUX,
}, async () => {
  await using web = await startWeb((request, response) => {
    if (request.url === '/arrays') html(response, ARRAYS)
    else if (request.url === '/good') html(response, '<p>good')
    else if (request.url !== '/never') response.end()
  })
  const switches = atPort(web.port)
  await using other = await openTestBrowser({ arm: 'http', switches })
  assert.equal((await load(other, 'http://site.test/good')).failure, null)
  const maxMemoryBytes = 700_000_000
  let folder: string
  {
    await using browser = await openTestBrowser({ arm: 'http', switches })
    folder = folderOf(browser)
    const { failure, tookMemory } = await load(browser, 'http://site.test/arrays', { maxMemoryBytes })
    assert.equal(failure?.code, 'page_too_big', failure?.detail ?? '')
    const [, bytes] = /took (\d+) bytes of memory, more than 700000000$/.exec(failure?.detail ?? '') ?? []
    assert.ok(Number(bytes) > maxMemoryBytes)
    assert.equal(tookMemory, true)
    assert.equal(browser.isAlive, false)
    assert.deepEqual(
      groupMembers(browser.processGroup ?? 0)?.filter(({ stat: [state] }) => state !== 'Z'),
      [],
    )
  }
  assert.deepEqual(await leftOf(folder), [])
  assert.ok(other.isAlive)
  assert.equal((await load(other, 'http://site.test/good')).failure, null)
})

test('a look at the memory of a browser takes little of the processor', { skip: LINUX }, async () => {
  await using browser = await openTestBrowser({ arm: 'http' })
  await browser.prepare()
  let exceeded = 0
  const before = process.cpuUsage()
  {
    using _watch = watchMemory(browser.processGroup ?? 0, 10e12, () => (exceeded += 1))
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
  const { user, system } = process.cpuUsage(before)
  const share = (user + system) / 2e6
  assert.equal(exceeded, 0)
  // 1 % here; a watch that reads every page's table (smaps) takes tens of percent of a large one.
  assert.ok(share < 0.2, `${(share * 100).toFixed(1)} % of a core`)
})
