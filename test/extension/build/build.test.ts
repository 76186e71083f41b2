import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { unzipSync } from 'fflate'
import { buildExtension, type Package } from '../../../extension/build/build-extension.ts'

const OPTIONS = { version: '1.2.3', server: 'https://towline.example', study: null, reference: null }

let folder = ''
let packages: Package[] = []

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'towline-packages-'))
  packages = await buildExtension({ ...OPTIONS, outDir: folder })
})

after(() => rmSync(folder, { recursive: true, force: true }))

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Text files of a package. */
function textsOf({ folder }: Package): (readonly [name: string, text: string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|html|css|json)$/.test(name) && statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
}

test('the manifests ask for exactly what is explained, and leave out what they should', () => {
  const [chromium, firefox] = packages.map((each) =>
    JSON.parse(readFileSync(join(each.folder, 'manifest.json'), 'utf8')),
  )
  for (const manifest of [chromium, firefox]) {
    assert.equal(manifest.manifest_version, 3)
    assert.equal(manifest.version, '1.2.3')
    assert.deepEqual(manifest.permissions, ['activeTab', 'scripting', 'storage', 'alarms'])
    assert.deepEqual(manifest.optional_host_permissions, ['https://*/*'])
    assert.equal(manifest.incognito, 'not_allowed')
    assert.deepEqual(
      Object.keys(manifest).filter((key) =>
        [
          'host_permissions',
          'content_scripts',
          'web_accessible_resources',
          'externally_connectable',
          'update_url',
        ].includes(key),
      ),
      [],
    )
    assert.doesNotMatch(manifest.content_security_policy.extension_pages, /unsafe|script-src[^;]*http/)
  }
  assert.deepEqual(chromium.background, { service_worker: 'worker.js', type: 'module' })
  assert.equal(chromium.browser_specific_settings, undefined)
  assert.deepEqual(firefox.background, { scripts: ['worker.js'], type: 'module' })
  assert.deepEqual(firefox.browser_specific_settings.gecko.data_collection_permissions, {
    required: ['none'],
    optional: ['browsingActivity', 'technicalAndInteraction'],
  })
})

test('every file that a manifest or a page names is in the package', () => {
  for (const each of packages) {
    const there = new Set(readdirSync(each.folder, { recursive: true, encoding: 'utf8' }))
    const { icons, action, options_ui, devtools_page } = JSON.parse(
      readFileSync(join(each.folder, 'manifest.json'), 'utf8'),
    )
    const named = [...Object.values<string>(icons), action.default_popup, options_ui.page, devtools_page]
    for (const [name, text] of textsOf(each)) {
      if (!name.endsWith('.html')) continue
      for (const [, file = ''] of text.matchAll(/(?:src|href)="\/([^"]+)"/g)) named.push(file)
    }
    assert.deepEqual(
      named.filter((name) => !there.has(name)),
      [],
      each.target,
    )
  }
})

test('no code comes from elsewhere or is made of text', () => {
  for (const each of packages) {
    const texts = textsOf(each)
    assert.ok(texts.length > 8)
    for (const [name, text] of texts) {
      const where = `${each.target}/${name}`
      assert.doesNotMatch(text, /\beval\s*\(|new Function\b|importScripts\s*\(/, where)
      assert.doesNotMatch(
        text,
        /<script[^>]+src="(?!\/)|import\s*\(\s*["'`]https?:|from\s*["'`]https?:/,
        where,
      )
      assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write/, where)
    }
  }
})

test('the script that runs in pages is one classic file that prints nothing', () => {
  for (const each of packages) {
    const script = readFileSync(join(each.folder, 'collect.js'), 'utf8')
    assert.doesNotMatch(script, /^\s*(?:import|export)\b/m)
    assert.doesNotMatch(script, /console\./)
    assert.ok(script.length < 40_000, `${script.length} characters`)
  }
})

test('what is built is readable: names and comments are there', () => {
  for (const each of packages) {
    const worker = readFileSync(join(each.folder, 'worker.js'), 'utf8')
    assert.match(worker, /chrome\.runtime\.onMessage\.addListener/)
    assert.ok(worker.split('\n').every((line) => line.length < 500))
  }
})

test('built twice, the packages are the same to the byte', async () => {
  const again = mkdtempSync(join(tmpdir(), 'towline-packages-'))
  try {
    const second = await buildExtension({ ...OPTIONS, outDir: again })
    assert.deepEqual(
      second.map(({ zipFile }) => sha256(zipFile)),
      packages.map(({ zipFile }) => sha256(zipFile)),
    )
  } finally {
    rmSync(again, { recursive: true, force: true })
  }
})

test('the zip file holds what the folder holds', () => {
  for (const each of packages) {
    const zipped = unzipSync(new Uint8Array(readFileSync(each.zipFile)))
    const names = Object.keys(zipped)
    assert.deepEqual(names, names.toSorted())
    assert.ok(names.includes('manifest.json'))
    for (const name of names)
      assert.deepEqual(Buffer.from(zipped[name] ?? []), readFileSync(join(each.folder, name)), name)
  }
})
