import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brandedBrowser, namedBrowser, userAgentBrowser } from '../../../web/har/har-browser.ts'

const chromium = (major: number) => ({ family: 'chromium', major })
const firefox = (major: number) => ({ family: 'firefox', major })

test('a browser by its name is Chromium where its version is Chromium’s, and unknown where it has its own', () => {
  for (const [name, version, expected] of [
    ['Google Chrome', '142.0.7444.60', chromium(142)],
    ['Chromium', '156.0', chromium(156)],
    ['chrome', '64', chromium(64)],
    ['Microsoft Edge', '142.0.3595.53', chromium(142)],
    ['Edge', '79.0', chromium(79)],
    ['Firefox', '145.0', firefox(145)],
    // EdgeHTML.
    ['Microsoft Edge', '18.17763', null],
    ['Brave', '1.84.132', null],
    ['Brave', '142.1.84.132', null],
    ['Opera', '124.0.5705.15', null],
    ['Opera GX (Chromium)', '124.0', null],
    ['Vivaldi', '7.6', null],
    ['Samsung Internet for Chrome', '28.0', null],
    ['Chrome iOS', '142.0', null],
    ['Safari', '26.1', null],
    ['Chrome', '', null],
    ['Chrome', 'v8', null],
  ] as const)
    assert.deepEqual(namedBrowser(name, version), expected, `${name} ${version}`)
})

const CHROME_142 = 'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

test('a User-Agent tells the Chromium that a browser is built on, and nothing of engines that only imitate one', () => {
  for (const [userAgent, expected] of [
    [CHROME_142, chromium(142)],
    [`${CHROME_142} OPR/124.0.0.0`, chromium(142)],
    [`${CHROME_142} Edg/142.0.0.0`, chromium(142)],
    [`${CHROME_142} Vivaldi/7.6`, chromium(142)],
    ['Mozilla/5.0 (Windows) Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763', null],
    ['Mozilla/5.0 (X11; rv:145.0) Gecko/20100101 Firefox/145.0', firefox(145)],
    ['Mozilla/5.0 (X11; rv:128.0) Goanna/6.7 Firefox/128.0 PaleMoon/33.6', null],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 CriOS/142.0 Mobile Safari/604.1', null],
    ['Opera/9.80 (X11) Presto/2.12.388 Version/12.16', null],
    ['', null],
  ] as const)
    assert.deepEqual(userAgentBrowser(userAgent), expected, userAgent)
})

test('brands tell the version of Chromium, not the browser’s own', () => {
  const brands = (name: string, version: number): string =>
    `"${name}";v="${version}", "Chromium";v="142", "Not_A Brand";v="99"`
  assert.deepEqual(brandedBrowser(brands('Brave', 142)), chromium(142))
  assert.deepEqual(brandedBrowser(brands('Opera', 124)), chromium(142))
  assert.equal(brandedBrowser('"Opera";v="124", "Not_A Brand";v="99"'), null)
  assert.equal(brandedBrowser(''), null)
})
