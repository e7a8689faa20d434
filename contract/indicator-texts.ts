/** What inspection indicators and their thresholds may say. */
export const indicatorTexts = {
  indicatorBound: { zh: '界限应为数字，最多六位小数；比率 5% 写作 0.05', en: 'A bound is a number with at most six decimals; 5% is 0.05' },
  indicatorNoBound: { zh: '请填写下限或上限', en: 'Enter a lower or an upper bound' },
  indicatorBoundsCross: { zh: '下限不能大于上限', en: 'The lower bound may not exceed the upper' },
  indicatorRegion: { zh: '地区应为行政区划代码的前2、4或6位数字', en: 'A region is the first 2, 4 or 6 digits of a division code' },
  indicatorYear: { zh: '年度应在2008年至2100年之间，不限年度时留空', en: 'The year must lie between 2008 and 2100, or be left empty' },
  indicatorSource: { zh: '请注明预警值的来源', en: 'Name the source of the warning value' },
  indicatorNote: { zh: '请填写说明', en: 'Please explain' },
  indicatorUnknown: { zh: '没有这样的指标', en: 'There is no such indicator' },
  indicatorThresholdTaken: { zh: '同一指标、行业、地区、年度的预警值已经存在', en: 'A warning value for the same indicator, trade, region and year exists' },
  indicatorNoProject: { zh: '{year}年没有已生成底稿的项目', en: 'No project of {year} has papers' },
  indicatorOldPapers: { zh: '{year}年的底稿生成较早，请重新生成', en: 'The papers of {year} are older; generate them again' },
  indicatorNoParties: { zh: '账套没有客户、供应商的辅助余额', en: 'The ledger has no balances by customer or supplier' },
  indicatorNoLosses: { zh: '以前年度的利润总额未知', en: 'The profit of earlier years is not known' },
} as const // prettier-ignore
