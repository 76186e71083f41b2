import assert from 'node:assert/strict'
import { inBrowser } from './dashboard.ts'
import type { Visitor } from './visitor.ts'

/** Lightness of the page's ground, 0 to 255. */
const ground = ({ ask }: Visitor): Promise<number> =>
  ask(`Number(/\\d+/.exec(getComputedStyle(document.body).backgroundColor)[0])`)

const [LIGHT, DARK] = [253, 20]

inBrowser('without a choice the theme is the system’s, also when that changes', async ({ visitor }) => {
  await visitor.open('/')
  assert.equal(await ground(visitor), LIGHT)
  await visitor.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
  assert.equal(await ground(visitor), DARK)
})

inBrowser(
  'a theme that is chosen beats the system’s, on every page and after a reload, until auto is chosen again',
  async ({ visitor }) => {
    const press = async (): Promise<[string[], number]> => {
      await visitor.page.click('#theme')
      return [await visitor.texts('#theme'), await ground(visitor)]
    }
    await visitor.open('/')
    assert.deepEqual(await visitor.texts('#theme'), ['Theme: auto'])
    assert.deepEqual(await press(), [['Theme: light'], LIGHT])
    await visitor.open('/sites')
    assert.equal(await ground(visitor), LIGHT)
    await visitor.page.reload()
    assert.deepEqual([await visitor.texts('#theme'), await ground(visitor)], [['Theme: light'], LIGHT])
    assert.deepEqual(await press(), [['Theme: dark'], DARK])
    assert.deepEqual(await press(), [['Theme: auto'], DARK])
  },
  { scheme: 'dark' },
)

inBrowser('charts take the colours of the theme', async ({ visitor }) => {
  await visitor.open('/sites/site1.test?right=h2')
  const curve = `getComputedStyle(document.querySelector('#cdf .curve.arm-h2')).stroke`
  assert.equal(await visitor.ask(curve), 'rgb(0, 103, 163)')
  await visitor.page.click('#theme')
  await visitor.page.click('#theme')
  assert.equal(await visitor.ask(curve), 'rgb(86, 180, 233)')
})
