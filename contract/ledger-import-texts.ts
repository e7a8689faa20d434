/** What handing over, importing and activating a ledger may say. */
export const ledgerImportTexts = {
  fileDuplicate: {
    zh: '“{file}”与{time}上传的“{earlier}”内容完全相同，没有重复保存',
    en: '“{file}” has exactly the content of “{earlier}”, uploaded {time}; it was not stored again',
  },
  fileInDataset: {
    zh: '“{file}”已用于第{version}版账套，不能移除；请先丢弃该版本',
    en: '“{file}” belongs to ledger version {version}; discard that version before removing it',
  },
  importSameAsActive: {
    zh: '所选文件与当前使用的第{version}版账套完全相同，无需重复导入',
    en: 'These are exactly the files of version {version}, which counts now; there is nothing to import',
  },
  importOpening: { zh: '正在打开文件', en: 'Opening the files' },
  importReading: { zh: '正在读取“{file}”', en: 'Reading “{file}”' },
  importWriting: { zh: '正在保存“{file}”：已读{rows}行', en: 'Storing “{file}”: {rows} rows read' },
  importVerifying: { zh: '正在核对账套', en: 'Verifying the ledger' },
  importFinishing: { zh: '正在完成导入', en: 'Finishing the import' },
  importWorkerDied: {
    zh: '读取文件的过程意外中断，项目没有任何改变；请重新导入，若再次出现请联系管理员',
    en: 'Reading the files broke off; the project is unchanged. Please import again, and tell your administrator if it happens again',
  },
  importTooMuchMemory: {
    zh: '文件超出单次导入的内存上限（{limit} MB），项目没有任何改变；请将序时账按月拆分为多个文件，或另存为CSV后重新导入',
    en: 'The files need more memory than one import may use ({limit} MB); the project is unchanged. Split the journal by month or save it as CSV, then import again',
  },
  importNoTrialBalance: {
    zh: '所选文件中没有识别到{year}年度的科目余额表，项目没有任何改变；请选择从账务系统导出的科目余额表（含期初、发生额、期末）后重新导入',
    en: 'No trial balance of {year} was found in these files; the project is unchanged. Choose the trial balance exported from the accounting system (opening, movements, closing) and import again',
  },
  importProjectGone: {
    zh: '项目已被删除，导入没有完成',
    en: 'The project was deleted; the import was not completed',
  },
  datasetNotReady: {
    zh: '该版本尚未读完或没有成功，不能启用',
    en: 'This version is not finished or failed; it cannot be activated',
  },
  datasetAlreadyActive: { zh: '该版本已经是当前使用的账套', en: 'This version already counts' },
  datasetCounts: {
    zh: '当前使用的账套不能丢弃，请先启用其他版本',
    en: 'The version that counts cannot be discarded; activate another one first',
  },
  datasetImporting: {
    zh: '该版本正在导入，请先取消任务',
    en: 'This version is being imported; cancel the job first',
  },
  datasetHasPapers: {
    zh: '已有底稿由该版本生成，不能丢弃',
    en: 'Papers were generated from this version; it cannot be discarded',
  },
  datasetOtherYear: {
    zh: '该版本是{year}年度的账套，项目年度是{projectYear}，不能启用',
    en: 'This version is a ledger of {year}, the project is of {projectYear}; it cannot be activated',
  },
  activateNeedsReason: {
    zh: '核对报告有{count}项严重差异，启用前请填写理由',
    en: 'The report has {count} blocking differences; please give a reason before activating',
  },
  checkPassed: { zh: '比对{compared}项，全部一致', en: '{compared} compared, all equal' },
  checkFailed: { zh: '比对{compared}项，{count}项需要查看', en: '{compared} compared, {count} to look at' },
  check_S01: { zh: '表类型', en: 'Kinds of sheets' },
  check_S05: { zh: '期间', en: 'Periods' },
  check_S09: { zh: '单元格读取', en: 'Cells' },
  class_reading: { zh: '读取提示', en: 'Reading' },
  drop_data: { zh: '数据行', en: 'Data' },
  unit_1: { zh: '元', en: 'yuan' },
  unit_1000: { zh: '千元', en: '1,000 yuan' },
  unit_10000: { zh: '万元', en: '10,000 yuan' },
  evidenceCells: {
    zh: '样本行中{filled}%有值，其中{agreement}%符合该含义',
    en: '{filled}% of the sample rows are filled, {agreement}% of those fit',
  },
} as const
