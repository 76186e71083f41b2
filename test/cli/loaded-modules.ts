import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Imported before the command (`node --import`): writes the address of every module that is loaded into a file.
const file = process.env.TOWLINE_LOADED_MODULES ?? ''
registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:')) appendFileSync(file, `${url}\n`)
    return nextLoad(url, context)
  },
})
