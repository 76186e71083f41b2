import { join } from 'node:path'
import { defineConfig } from 'vite'
import { markdownPlugin } from './documents/markdown-plugin.ts'
import { pagePartsPlugin } from './page-parts/page-parts-plugin.ts'

/** The dashboard: `vite build web` writes `web/dist`; `vite web` serves it beside a `towline serve` on its own port. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [pagePartsPlugin(), markdownPlugin()],
  // Modules find each other wherever an export stands; the page is served under paths of any depth.
  experimental: {
    renderBuiltUrl: (filename, { hostType }) => (hostType === 'html' ? `/${filename}` : { relative: true }),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The dashboard, one figure for other sites, and the frame of the pages that the server makes itself.
    rolldownOptions: {
      input: ['index.html', 'embed.html', 'frame.html'].map((page) => join(import.meta.dirname, page)),
      // These are in every view: one file is smaller than several.
      output: {
        codeSplitting: {
          groups: [{ name: 'dom', test: /web\/(dom\/(h|table|render|root-path)|client\/(part|api))\.ts$/ }],
        },
      },
    },
    // Browsers with light-dark(), URL.parse() and findLast().
    target: ['chrome126', 'firefox126', 'safari18'],
    // Fonts and pictures stay files: the content security policy lets styles load nothing from data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': 'http://127.0.0.1:8080' },
  },
})
