#include "drawing/molecule.h"

#include <algorithm>
#include <array>
#include <utility>

namespace awe::drawing {
namespace {

constexpr std::string_view kElements =
    " H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb "
    "Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au "
    "Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts "
    "Og D T ";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string_view element_of(std::string_view label) {
  while (!label.empty() && is_digit(label.front())) label.remove_prefix(1);
  while (!label.empty() && is_digit(label.back())) label.remove_suffix(1);
  while (!label.empty() && (label.back() == '+' || label.back() == '-')) label.remove_suffix(1);
  if (label.empty() || label.size() > 2 || label.find(' ') != std::string_view::npos) return {};
  return kElements.find(' ' + std::string(label) + ' ') == std::string_view::npos ? std::string_view() : label;
}

const char* element_colour(std::string_view element) {
  constexpr std::array<std::pair<std::string_view, const char*>, 8> kColours = {{{"N", "#2f6fd6"},
                                                                                 {"O", "#d1373f"},
                                                                                 {"S", "#a07d00"},
                                                                                 {"P", "#c2610c"},
                                                                                 {"F", "#2a8f47"},
                                                                                 {"Cl", "#2a8f47"},
                                                                                 {"Br", "#a0522d"},
                                                                                 {"I", "#8a3fb0"}}};
  const auto found =
      std::find_if(kColours.begin(), kColours.end(), [&](const auto& entry) { return entry.first == element; });
  return found == kColours.end() ? "currentColor" : found->second;
}

std::optional<Bond> bond_of(std::string_view label) {
  std::string small(label);
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  constexpr std::array<std::pair<std::string_view, Bond>, 13> kNames = {{{"1", Bond::single},
                                                                         {"2", Bond::twofold},
                                                                         {"3", Bond::triple},
                                                                         {"4", Bond::aromatic},
                                                                         {"1.5", Bond::aromatic},
                                                                         {"single", Bond::single},
                                                                         {"double", Bond::twofold},
                                                                         {"triple", Bond::triple},
                                                                         {"aromatic", Bond::aromatic},
                                                                         {"-", Bond::single},
                                                                         {"=", Bond::twofold},
                                                                         {"#", Bond::triple},
                                                                         {":", Bond::aromatic}}};
  const auto found =
      std::find_if(kNames.begin(), kNames.end(), [&](const auto& entry) { return entry.first == small; });
  return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace awe::drawing
