import { describe, expect, it } from "vitest";
import { findCommentedCode } from "../../src/domain/clean/rules/commented-code.ts";

/** Lines are separated by "|" so that a case fits on one line. */
const found: readonly (readonly [path: string, text: string])[] = [
  ["a.js", "// const a = 1;|// const b = a + 1;|// send(b);"],
  ["a.js", "// if (x) {|//   run(x);|// } else {|//   stop();|// }"],
  ["a.js", "//for (const a of b) {|//  a.run()|//  c += 1|//}"],
  ["a.ts", "  // export function old(a: string): void {|  //   return run(a);|  // }"],
  ["a.js", "// import a from 'a';|// import { b } from 'b';|// import 'c';"],
  ["a.js", "// foo(|//   a,|//   b,|// );|// bar(a);|// baz(b);"],
  ["a.tsx", "// <div>|//   <Old name={x} />|// </div>"],
  ["a.js", "/*|const a = 1;|const b = 2;|run(a, b);|*/"],
  ["a.js", "// name: 'x',|// value: getValue(),|// list: [1, 2],"],
  ["a.js", "// promise|//   .then((x) => x.y)|//   .catch(fail);|// a.b.c = 2;|// run();"],
  ["a.js", "// the old way of doing it|// const a = load();|// a.run();|// a.stop();"],
  ["a.py", "# x = load()|# for y in x:|#     print(y)"],
  ["a.py", "# def old(a, b):|#     c = a|#     return c + b"],
  ["a.py", "    # if a is None:|    #     raise ValueError(a)|    # self.b = a"],
  ["a.py", "# import os|# from sys import path|# path.append('x')"],
  ["a.py", "# @app.route('/x')|# def x():|#     return render('x')"],
  ["a.py", "# try:|#     run()|# except OSError:|#     pass"],
  ["a.py", "# data = {|#     'a': 1,|#     'b': 2,|# }"],
  ["a.rb", "# def old(a)|#   run(a)|# end"],
  ["a.rb", "# items.each do|#   puts name|# end|# x = 1"],
  ["a.go", "// x := load()|// if err != nil {|//     return err|// }"],
  ["a.go", "// func old() error {|// \treturn nil|// }"],
  ["a.rs", "// let x = load();|// for y in &x {|//     run(y);|// }"],
  ["A.java", "// int x = load();|// String y = x.toString();|// run(y);"],
  ["A.java", "//    @Override|//    public void run() {|//        stop();|//    }"],
  ["a.c", "// int x = 1;|// x += 2;|// run(x);"],
  ["a.c", "/* int x = 1;|   x += 2;|   run(x); */"],
  ["A.cs", "// var x = Load();|// x.Run();|// return x;"],
  ["a.php", "// $x = load();|// $x->run();|// return $x;"],
  ["a.swift", "// let x = load()|// x.run()|// x.stop()"],
  ["a.lua", "-- local x = load()|-- x.run()|-- print(x)"],
  ["a.pl", "# my $x = load();|# $x->run();|# print $x;"],
  ["a.ex", "# def old(a) do|#   run(a)|# end"],
  ["a.sh", "# cd build|# npm install --silent|# cp -r dist $OUT"],
  ["a.sh", "# if [ -f x ]; then|#   run_it|# fi|# X=1|# export X"],
  ["a.css", "/*|.old {|  color: red;|  margin: 0 auto;|}|*/"],
  ["test/a.test.js", "// it('works', () => {|//   expect(run()).toBe(1);|// });"],
];

const clean: readonly (readonly [path: string, text: string])[] = [
  ["a.js", "// const a = 1;|// const b = 2;"],
  ["a.js", "// const a = 1;|const b = 2;|// const c = 3;|const d = 4;|// const e = 5;"],
  [
    "a.js",
    "// This function loads the file, then it runs the parser.|// It returns null when nothing was found.|// Callers must check for that.",
  ],
  ["a.js", "// Returns the value of x (or null).|// Throws if the file is gone.|// See also load()."],
  ["a.js", "// - one (first)|// - two (second)|// - three (third)"],
  ["a.js", "// 1. run()|// 2. stop()|// 3. load()"],
  ["a.js", "// Example:|// const a = load();|// a.run();|// a.stop();"],
  ["a.js", "// Usage|//   const a = load();|//   a.run();|//   a.stop();"],
  ["a.js", "// It turns into this code:|//|//   const a = 1;|//   const b = 2;|//   run(a);"],
  ["a.js", "/**|const a = 1;|const b = 2;|run(a, b);|*/"],
  ["a.js", "/*| * const a = 1;| * const b = 2;| * run(a, b);| */"],
  ["a.ts", "/// const a = 1;|/// const b = 2;|/// run(a);"],
  ["a.js", "// Copyright (c) 2026 Somebody;|// Licensed under MIT;|// run(a);|// stop(b);"],
  ["a.js", "// eslint-disable-next-line no-console|// @ts-expect-error the types are wrong|// prettier-ignore"],
  ["a.js", "// +-----+      +-----+|// | one | ---> | two ||// +-----+      +-----+"],
  ["a.js", "// =====|// Section|// ====="],
  ["a.js", "// TODO(me): rewrite this|// FIXME: slow for big lists|// NOTE: see issue 12"],
  ["a.js", "// a -> b|// b -> c|// c -> d"],
  ["a.js", "// x|// y|// z"],
  ["a.js", "// the size, in bytes|// the name, or null|// the mode, if known"],
  ["a.js", "// key: what it means|// other: another thing|// third: yet another"],
  ["a.js", "// https://example.org/a|// https://example.org/b?x=1|// https://example.org/c(d)"],
  ["a.js", "const a = 1; // one = 1;|const b = 2; // two = 2;|const c = 3; // three = 3;"],
  ["a.js", "const t = `|// const a = 1;|// const b = 2;|// run(a);|`;"],
  ["a.py", "#!/usr/bin/env python3|# -*- coding: utf-8 -*-|# type: ignore"],
  ["a.py", "# Load the file and run the parser on it.|# If it fails, the error is kept.|# Then the next one is tried."],
  ["a.py", "# if the file is gone, nothing is done|# for each entry there is one line|# with no entry there is none"],
  ["a.py", "# return the value that was found|# raise when there is none|# import everything first"],
  ["a.py", "# noqa: E501|# pylint: disable=all|# mypy: ignore-errors"],
  ["a.py", "# x is the width|# y is the height|# z is the depth"],
  ["a.py", "'''|x = load()|y = run(x)|print(y)|'''"],
  ["a.py", "#: x = 1|# one|# two|# three"],
  ["a.rb", "# frozen_string_literal: true|# Loads it|# and runs it"],
  ["a.go", "// Package a does things.|//|// It is used by b, c (and d).|// See e."],
  ["a.go", "//go:build linux|// +build linux|//go:generate run"],
  ["a.rs", "//! let x = 1;|//! let y = 2;|//! run(x);"],
  ["a.c", "/* This is a longer comment;|   it has several lines,|   and (even) brackets. */"],
  ["a.sh", "# Installs the tool|# and runs it once,|# then cleans up"],
  ["a.sh", "# usage: run.sh --fast FILE|#   run.sh --slow FILE|#   run.sh --help|#   X=1 run.sh"],
  ["a.css", "/* Colours|   of the page: red, green|   and blue */"],
  ["config.example.js", "// a: 1,|// b: load(),|// c: [],|// d: {},"],
  [".env.example", "# A=1|# B=2|# C=3"],
  ["settings.yaml", "# a: 1|# b: 2|# c: 3"],
  ["README.md", "// const a = 1;|// const b = 2;|// run(a);"],
  ["test/fixtures/a.js", "// const a = 1;|// const b = 2;|// run(a);"],
  ["examples/a.js", "// const a = 1;|// const b = 2;|// run(a);"],
  ["a.txt", "# x = 1|# y = 2|# z = 3"],
];

function blocksIn(path: string, text: string): number {
  return findCommentedCode({ path, start: 1, lines: text.split("|") }).length;
}

describe("added comments that are code", () => {
  it.each(found)("%s: %s", (path, text) => {
    expect(blocksIn(path, text)).toBe(1);
  });
});

describe("added comments that are no code", () => {
  it.each(clean)("%s: %s", (path, text) => {
    expect(blocksIn(path, text)).toBe(0);
  });
});

describe("a block", () => {
  it("is named by its first line in the file", () => {
    const lines = ["run();", "// why it is so:", "", "// a = 1;", "// b = 2;", "// c = 3;", "stop();"];
    expect(findCommentedCode({ path: "a.js", start: 10, lines })).toEqual([
      { start: 13, lines: ["// a = 1;", "// b = 2;", "// c = 3;"] },
    ]);
  });

  it("of 10,000 lines is read at once", () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `// ${"a b ".repeat(20)}(${at}`);
    expect(findCommentedCode({ path: "a.js", start: 1, lines })).toEqual([]);
  });
});
