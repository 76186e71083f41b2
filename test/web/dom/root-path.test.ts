import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromRoot, withoutRoot } from '../../../web/dom/root-path.ts'

test('addresses of ours stand below the root; others stay as they are', () => {
  assert.equal(fromRoot('/sites?q=a', '/some/folder'), '/some/folder/sites?q=a')
  assert.equal(fromRoot('/', '/some/folder'), '/some/folder/')
  for (const address of ['https://example.org/', '//example.org/', '#part', 'icon.svg'])
    assert.equal(fromRoot(address, '/some/folder'), address)
  assert.equal(fromRoot('/sites', ''), '/sites')
})

test('a path of the browser is read without the root', () => {
  assert.equal(withoutRoot('/some/folder/sites/a.test', '/some/folder'), '/sites/a.test')
  assert.equal(withoutRoot('/some/folder/', '/some/folder'), '/')
  assert.equal(withoutRoot('/some/folder', '/some/folder'), '/')
  assert.equal(withoutRoot('/some/folders', '/some/folder'), '/some/folders')
  assert.equal(withoutRoot('/sites', ''), '/sites')
  assert.equal(withoutRoot('/', ''), '/')
})
