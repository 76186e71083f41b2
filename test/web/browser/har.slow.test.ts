import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { entry, har, PAGE } from '../har/har-text.ts'
import { violations } from './axe.ts'
import { inBrowser } from './dashboard.ts'
import { dropFiles } from './drop-files.ts'
import { assertFitsPhones } from './every-screen.ts'

const ANNOUNCED = { headers: [{ name: 'Alt-Svc', value: 'h3=":443"' }] }
const SCRIPT = entry({ url: 'https://cdn.test/a.js', mimeType: 'text/javascript', httpVersion: 'h3' })

inBrowser('a HAR that is dropped on the page is read there, and nothing is sent', async ({ visitor }) => {
  await visitor.open('/har')
  const requested: string[] = []
  visitor.page.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url())
    // A worker reads its file from the browser itself.
    if (protocol !== 'blob:')
      requested.push(`${request.method()} ${pathname.replace(/-[\w-]{8}\.js$/, '.js')}`)
  })
  const file = gzipSync(JSON.stringify(har({ entries: [entry({ response: ANNOUNCED }), SCRIPT] })))
  assert.equal(await dropFiles(visitor, { 'one.har.gz': file }), 'one.har.gz: one load')
  assert.deepEqual(await visitor.texts('.har-load h2'), [
    'A page',
    'Why not HTTP/3?',
    'Waterfall',
    'Requests',
  ])
  assert.match((await visitor.texts('#http3')).join(), /announces HTTP\/3/)
  assert.equal((await visitor.texts('.har-load svg .request-name')).length, 2)
  assert.equal((await visitor.texts('.requests tbody tr')).length, 2)
  assert.deepEqual(await visitor.texts('#record'), [], 'contributing is the extension’s')
  assert.deepEqual(requested, ['GET /assets/import-worker.js'])
})

inBrowser('two HARs are compared, also on a phone, and suit axe-core', async ({ visitor }) => {
  await visitor.open('/har')
  const slow = har({ entries: [entry(), SCRIPT], pages: [{ ...PAGE, title: 'Slow' }] })
  const files = { 'slow.har': JSON.stringify(slow), 'fast.har': JSON.stringify(har()), 'empty.har': '' }
  assert.equal(await dropFiles(visitor, files), '3 files: 2 loads empty.har: The file is empty.')
  await visitor.page.select('#compare', '1')
  assert.deepEqual(await visitor.texts('#paired'), ['2 addresses: 1 only in A, 0 only in B.'])
  assert.deepEqual(await violations(visitor), [])
  await assertFitsPhones(visitor, '/har')
})

inBrowser('names in a HAR that are markup are shown as text', async ({ visitor }) => {
  await visitor.open('/har')
  const title = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
  const hostile = har({
    pages: [
      { ...PAGE, title },
      { ...PAGE, id: 'page_2' },
    ],
    entries: [
      entry({ url: `javascript:${title}`, mimeType: title, httpVersion: title }),
      entry({ more: { pageref: 'page_2' } }),
    ],
  })
  assert.equal(
    await dropFiles(visitor, { [`${title}.har`]: JSON.stringify(hostile) }),
    `${title}.har: 2 loads`,
  )
  await visitor.page.select('#compare', '1')
  assert.deepEqual(await visitor.texts('#load-name'), [title])
  assert.deepEqual(await visitor.texts('.har-reader :is(img, script, a)'), [])
  assert.equal(await visitor.page.title(), 'Read a HAR file – towline')
})

inBrowser('a page that was left reads no more files', async ({ visitor }) => {
  await visitor.open('/har')
  await visitor.page.click('nav.pages a[href="/method"]')
  await visitor.arrive('Method')
  const wasTaken = await visitor.ask(`(() => {
    const event = new DragEvent('drop', { dataTransfer: new DataTransfer(), bubbles: true, cancelable: true })
    return !document.body.dispatchEvent(event)
  })()`)
  assert.equal(wasTaken, false)
})
