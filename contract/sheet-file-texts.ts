import type { Text } from './texts.ts'

/** Refusals of spreadsheets edited on screen. */
export const sheetFileTexts = {
  sheetTooManyCells: {
    zh: '表格超过 {limit} 个单元格，无法在线编辑；请下载后用桌面软件打开，或拆分后再上传',
    en: 'The spreadsheet has more than {limit} cells and cannot be edited online; download it and open it on your computer, or upload it in parts',
  },
  sheetTooManyColumns: {
    zh: '工作表“{sheet}”超过 {limit} 列，请删去多余的列后再上传',
    en: 'Sheet “{sheet}” has more than {limit} columns; delete the columns that are not needed and upload it again',
  },
  sheetTooLarge: {
    zh: '表格太大，无法在线打开；请删去空白的格式区域或拆分后再上传',
    en: 'The spreadsheet is too large to open online; clear the formats of empty areas or upload it in parts',
  },
  sheetTooSlow: {
    zh: '表格在 {seconds} 秒内没有读完，请拆分后再上传',
    en: 'The spreadsheet could not be read within {seconds} s; upload it in parts',
  },
  sheetReadOnly: {
    zh: '该文件只能查看；请另存为自己的表格后再编辑',
    en: 'This file can only be viewed; save a copy of your own to edit it',
  },
  sheetNotHeld: {
    zh: '{name}正在编辑该表格，您的改动已留在本机',
    en: '{name} is editing this spreadsheet; your changes are kept in this browser',
  },
  sheetStale: {
    zh: '表格已被他人修改，请选择保留谁的内容',
    en: 'Somebody else changed the spreadsheet; please choose what to keep',
  },
  sheetVersionName: { zh: '请输入版本名称', en: 'Please enter the name of the version' },
  sheetPackaging: { zh: '正在写第 {done} 张底稿，共 {total} 张', en: 'Writing paper {done} of {total}' },
  sheetNoneBound: {
    zh: '文件里没有本项目底稿的单元格名称，请选择从本系统下载的底稿',
    en: 'The file has no cell names of this project’s papers; choose a paper downloaded from here',
  },
} as const satisfies Record<string, Text>
