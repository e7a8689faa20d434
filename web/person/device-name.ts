const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, '微信'],
  [/DingTalk/, '钉钉'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const first = (list: typeof browsers, agent: string) => list.find(([mark]) => mark.test(agent))?.[1]

/** A device as people call it, by its user agent: `Chrome · Windows`; empty for what is not known. */
export const deviceName = (agent: string) =>
  [first(browsers, agent), first(systems, agent)].filter((part) => part !== undefined).join(' · ')
