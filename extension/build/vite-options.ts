import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import type { Target } from '../capture/target.ts'

export const EXTENSION = join(import.meta.dirname, '..')

/** Common to all parts: readable by reviewers (no minifying), and the same bytes whenever they are built. */
function common(target: Target, outDir: string): InlineConfig {
  return {
    root: EXTENSION,
    base: '/',
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    mode: 'production',
    define: { __TARGET__: JSON.stringify(target) },
    build: {
      outDir,
      emptyOutDir: false,
      minify: false,
      cssMinify: false,
      target: target === 'chromium' ? 'chrome126' : 'firefox140',
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
    },
  }
}

/** The worker and every page: ES modules that share what they have in common. */
export function modulesOf(target: Target, outDir: string): InlineConfig {
  const options = common(target, outDir)
  const pages = Object.fromEntries(
    pagesOf().map((file) => [file.replace(/\.html$/, ''), join(EXTENSION, file)]),
  )
  return {
    ...options,
    build: {
      ...options.build,
      rolldownOptions: {
        input: { worker: join(EXTENSION, 'worker.ts'), ...pages },
        output: {
          entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : `${name}.js`),
          chunkFileNames: 'shared/[name].js',
          assetFileNames: 'assets/[name][extname]',
        },
      },
    },
    worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'shared/[name].js' } } },
  }
}

/** A script that runs in pages: one classic file, since a content script is no module. */
export function scriptOf(target: Target, outDir: string, source: string, file: string): InlineConfig {
  const options = common(target, outDir)
  return {
    ...options,
    build: {
      ...options.build,
      rolldownOptions: {
        input: join(EXTENSION, source),
        output: { format: 'iife', entryFileNames: file, strict: true },
      },
    },
  }
}

/** Every page of the extension, as a path below its folder. */
function pagesOf(): string[] {
  return readdirSync(EXTENSION, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html') && !name.startsWith('dist/'))
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted()
}
