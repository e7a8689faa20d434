import { type ThemeConfig, theme } from 'antd'
import { paletteOf } from '#web/kernel/palettes.ts'
import type { Shade, ThemeName } from '#web/kernel/theme.ts'

/** Paper, ink and seal for antd's parts: hairlines instead of boxes, small radii, seal red only as error and danger. */
export function antdTheme(name: ThemeName, shade: Shade): ThemeConfig {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const { paper, sheet, ink, ink2, ink3, line, edge, jade, seal, amber, moss, wash, mask, shadow, ...washes } =
    paletteOf(name, shade)
  const floating = `0 6px 24px ${shadow}`
  // The dark algorithm tones colours down; ours are tuned for the dark already.
  const exactly: typeof theme.darkAlgorithm = (seed, mapped) => ({
    ...(mapped ?? theme.darkAlgorithm(seed)),
    colorPrimary: jade,
    colorPrimaryHover: jade,
    colorInfo: jade,
    colorLink: jade,
    colorLinkHover: jade,
    colorError: seal,
    colorErrorText: seal,
    colorWarning: amber,
    colorSuccess: moss,
  })
  return {
    algorithm: shade === 'dark' ? [theme.darkAlgorithm, exactly] : theme.defaultAlgorithm,
    cssVar: { key: `digao-${name}-${shade}` },
    token: {
      colorPrimary: jade,
      colorLink: jade,
      colorLinkHover: jade,
      colorInfo: jade,
      colorInfoBg: washes['jade-wash'],
      colorInfoBorder: line,
      colorWarningBg: washes['amber-wash'],
      colorWarningBorder: line,
      colorErrorBg: washes['seal-wash'],
      colorErrorBorder: line,
      colorError: seal,
      colorWarning: amber,
      colorSuccess: moss,
      colorText: ink,
      colorTextSecondary: ink2,
      colorTextTertiary: ink3,
      colorTextDescription: ink3,
      colorTextPlaceholder: ink3,
      colorTextHeading: ink,
      colorBgLayout: paper,
      colorBgContainer: sheet,
      colorBgElevated: sheet,
      colorBorder: edge,
      colorBorderDisabled: line,
      colorBorderSecondary: line,
      colorSplit: line,
      colorFillTertiary: wash,
      colorFillQuaternary: wash,
      controlItemBgActive: washes['jade-wash'],
      controlItemBgActiveHover: washes['jade-wash'],
      colorBgMask: mask,
      boxShadow: floating,
      boxShadowSecondary: floating,
      boxShadowTertiary: `0 1px 3px ${shadow}`,
      fontFamily: 'var(--sans)',
      fontSize: 14,
      fontSizeHeading1: 20,
      fontSizeHeading2: 16,
      borderRadius: 4,
      borderRadiusLG: 6,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.18s',
      motion: !still,
    },
    components: {
      Button: {
        primaryColor: washes['on-jade'],
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
      },
      Table: {
        headerBg: sheet,
        headerColor: ink2,
        headerSplitColor: 'transparent',
        headerSortActiveBg: 'transparent',
        headerSortHoverBg: wash,
        bodySortBg: 'transparent',
        rowHoverBg: wash,
        borderColor: line,
        headerBorderRadius: 0,
        cellPaddingBlockMD: 6.5,
        cellPaddingInlineMD: 12,
        cellPaddingBlockSM: 4.5,
        cellPaddingInlineSM: 8,
        cellFontSizeSM: 13,
      },
      Drawer: { paddingLG: 20 },
      Form: { itemMarginBottom: 24, verticalLabelPadding: '0 0 4px' },
    },
  }
}
