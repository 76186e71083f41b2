// Runs test files in one process, as `node --test room.ts FILE...` would: each is a suite of its own, so that its hooks
// are for its own tests alone. Starting Node and loading the same modules for each file is half of what most tests cost.
import { resolve } from 'node:path'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { beginRoom } from './after-all.ts'

beginRoom()
for (const file of process.argv.slice(2)) {
  const path = resolve(file)
  void suite(path, async () => {
    await import(pathToFileURL(path).href)
  })
}
