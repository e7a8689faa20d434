/** What generating and reading papers may say. */
export const paperTexts = {
  paperNotLocked: {
    zh: '请先确认并锁定取数关系，再生成底稿',
    en: 'Settle and lock the relation bill before generating the papers',
  },
  paperRelationOpen: {
    zh: '账套更新后有{count}个科目尚未确认，请解锁取数关系并重新确认',
    en: 'The ledger changed and {count} accounts are not settled; unlock the relation bill and settle them',
  },
  paperNone: { zh: '还没有生成底稿，请先生成', en: 'No papers were generated yet; generate them first' },
  paperNoCell: { zh: '底稿中没有单元格 {cell}', en: 'The papers have no cell {cell}' },
  paperNoParam: { zh: '底稿没有名为 {name} 的参数', en: 'No paper asks for a parameter {name}' },
  paperBadParam: {
    zh: '参数“{label}”的值“{value}”不正确，应为{wanted}',
    en: '"{value}" is not right for "{label}"; it should be {wanted}',
  },
  paperLoading: { zh: '读取账套', en: 'Reading the ledger' },
  paperIndexing: { zh: '汇总{lines}条分录', en: 'Adding up {lines} journal lines' },
  paperComputing: { zh: '计算底稿', en: 'Computing the papers' },
  paperStoring: { zh: '保存{cells}个单元格', en: 'Storing {cells} cells' },
  paperReused: { zh: '输入未变，沿用已有底稿', en: 'Nothing changed; the papers stand' },
} as const
