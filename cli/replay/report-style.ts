import { Markup } from '../../server/http/html.ts'

/** Colours of the dashboard (web/styles/theme.css). */
export const REPORT_STYLE = new Markup(`
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#fdfdfb, #14171a); color: light-dark(#1a1d21, #e7e8e6);
  font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px clamp(16px, 3vw, 40px); }
p { max-width: 80ch; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: light-dark(#565d64, #a6adb3); }
th, td { padding: 3px 12px 3px 0; text-align: left; vertical-align: middle; white-space: nowrap; }
tbody th { font-weight: 400; white-space: normal; overflow-wrap: anywhere; min-width: 16ch; max-width: 40ch; }
tbody tr { border-top: 1px solid light-dark(#d8d9d4, #343a40); }
svg { display: block; }
line { stroke: currentColor; stroke-width: 1.5; }
.one { stroke: light-dark(#7d848b, #7f878e); stroke-width: 1; }
.faster { fill: light-dark(#00705c, #45c9b0); }
.slower { fill: light-dark(#8c510a, #e0a85a); }
.none { fill: light-dark(#a9aeb3, #5b6269); }
`)
