import { registerHooks } from 'node:module'

// Imported before the command (`node --import`): as where the packages of TOWLINE_TEST_WITHOUT are not installed.
const missing = new Set((process.env.TOWLINE_TEST_WITHOUT ?? '').split(','))
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (missing.has(specifier))
      throw Object.assign(new Error(`Cannot find module '${specifier}'`), { code: 'MODULE_NOT_FOUND' })
    return nextResolve(specifier, context)
  },
})
